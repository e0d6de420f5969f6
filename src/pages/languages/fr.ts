import type { Messages } from './en.ts'
import type { SlideshowMessages } from './slideshow-messages.ts'

export const admin = (): Messages => ({
  app: { title: 'Photos' },
  login: {
    action: 'Se connecter',
    password: 'Mot de passe',
    showPassword: 'Afficher le mot de passe',
    stay: 'Rester connecté',
    tryAgainIn: (time) => `Réessayez dans ${time}.`,
  },
  errors: {
    wrongPassword: 'Le mot de passe est incorrect.',
    loggedOut: 'Vous êtes déconnecté. Reconnectez-vous.',
    otherSite:
      'Le service prend cette page pour celle d’un autre site. Ouvrez-la à sa propre adresse ; un proxy doit transmettre l’hôte.',
    folderGone: 'Ce dossier n’existe pas. Il a peut-être été déplacé ou supprimé.',
    pictureGone: 'Cette photo n’existe pas. Elle a peut-être été déplacée ou supprimée.',
    frameGone: 'Ce cadre n’existe pas.',
    folderName:
      'Choisissez un autre nom : sans < > : " | ? * \\, sans espace ni point au début ou à la fin, et pas trop long.',
    noPicture: 'Ce n’est pas une image qui peut être affichée.',
    tooLarge: 'Le fichier est trop volumineux.',
    tooMany: 'C’est trop à la fois. Sélectionnez-en moins.',
    tooManyLogins: 'Trop de mots de passe incorrects.',
    busy: 'Le service est occupé. Réessayez dans un instant.',
    disk: 'Le disque ne fonctionne pas : il est peut-être plein, protégé en écriture ou déconnecté.',
    refused: 'Le service ne peut pas faire cela. Rechargez la page et réessayez.',
    failed: 'Un problème est survenu dans le service. Son journal en dit plus.',
    unexpected: 'Un problème est survenu. Rechargez la page.',
    offline: 'Le service ne répond pas. Vérifiez que vous êtes sur son réseau.',
    otherAnswer: (status) =>
      `Un intermédiaire a répondu à la place du service (statut ${status}). Réessayez dans un instant.`,
  },
})

export const slideshow: SlideshowMessages = {
  title: 'Cadre photo',
  waiting: 'En attente de {} …',
  wrong: 'Non compris : {}',
  failed: 'Le service a un problème. Son journal en dit plus.',
  noPictures: 'Pas encore de photos',
  noPicturesIn: 'Pas encore de photos dans {}',
  none: 'Ou aucune ne correspond aux réglages du cadre.',
  open: 'Ouvrez {} sur un téléphone ou un ordinateur et connectez-vous pour en ajouter.',
  scan: 'Ouvrez {} sur un téléphone ou un ordinateur, ou scannez le code, et connectez-vous pour en ajouter.',
  copy: 'Ou copiez-les dans le dossier uploads, avec un gestionnaire de fichiers, Samba ou rsync : elles s’affichent en quelques secondes.',
  send: 'Ou envoyez-les avec HTTPie :',
  name: 'Nom de ce cadre',
  save: 'Enregistrer',
  no: 'Non',
  again: 'Réessayez.',
}
