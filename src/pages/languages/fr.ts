import type { Messages } from './en.ts'
import type { Formats } from './formats.ts'
import type { SettingMessages } from './setting-messages.ts'
import type { SlideshowMessages } from './slideshow-messages.ts'

export const admin = ({ plural, number }: Formats<'one'>): Messages => ({
  app: {
    title: 'Photos',
    connecting: 'Connexion…',
    loading: 'Chargement…',
    views: 'Vues',
    pictures: 'Photos',
    frames: 'Cadres',
    status: 'État',
    logOut: 'Se déconnecter',
    name: 'Nom',
    settings: 'Réglages',
    select: 'Sélectionner',
    selectAll: 'Tout sélectionner',
    move: 'Déplacer',
    moveHere: 'Déplacer ici',
    delete: 'Supprimer',
    deleteForGood: 'Supprimer définitivement',
    download: 'Télécharger',
    rename: 'Renommer',
    restore: 'Restaurer',
    forget: 'Oublier',
    undo: 'Annuler',
    save: 'Enregistrer',
    cancel: 'Annuler',
    close: 'Fermer',
    keep: 'Garder',
    folderAbove: 'Dossier parent',
    actionOn: (action, name) => `${action} : ${name}`,
    comma: ', ',
  },
  care: {
    addHere: 'Ajouter ici',
    more: 'Plus',
  },
  count: {
    pictures: (n) => plural(n, { one: '# photo', other: '# photos' }),
    folders: (n) => plural(n, { one: '# dossier', other: '# dossiers' }),
    items: (n) => plural(n, { one: '# élément', other: '# éléments' }),
    others: (n) => plural(n, { one: '# autre', other: '# autres' }),
  },
  login: {
    action: 'Se connecter',
    password: 'Mot de passe',
    showPassword: 'Afficher le mot de passe',
    stay: 'Rester connecté',
    tryAgainIn: (time) => `Réessayez dans ${time}.`,
  },
  albums: {
    newest: 'Derniers ajouts',
    showAll: 'Tout afficher',
    folders: 'Dossiers',
    ownPictures: 'Hors dossier',
    search: 'Rechercher',
    nothingFound: (text) => `Aucun résultat pour « ${text} ».`,
  },
  folder: {
    trail: 'Dossiers parents',
    addPictures: 'Ajouter des photos',
    addFolder: 'Ajouter un dossier',
    newFolder: 'Nouveau dossier',
    create: 'Créer',
    thisFolder: 'Ce dossier',
    renameTitle: 'Renommer le dossier',
    deleteFolder: 'Supprimer le dossier',
    nothingHere: 'Il n’y a encore rien ici. Ajoutez des photos ou déposez-les sur cette page.',
    noneHere: 'Il n’y en a pas ici.',
    noPictures: 'Il n’y a pas de photos dedans.',
    filter: 'Quelles photos',
    all: 'Toutes',
    favourites: 'Favoris',
    hidden: 'Masquées',
    moveTitle: (name) => `Déplacer « ${name} » vers`,
    deleteTitle: (name) => `Supprimer « ${name} » ?`,
    counting: 'Décompte des photos…',
    holds: (n, size) =>
      plural(n, {
        one: `Le dossier contient # photo (${size}).`,
        other: `Le dossier contient # photos (${size}).`,
      }),
    holdsBelow: (pictures, folders) =>
      plural(pictures, {
        one: 'Le dossier contient # photo',
        other: 'Le dossier contient # photos',
      }) +
      plural(folders, {
        one: ', y compris dans # sous-dossier.',
        other: ', y compris dans # sous-dossiers.',
      }),
    toTrash: (n) =>
      plural(n, {
        one: 'Il va dans la corbeille et peut être restauré pendant # jour. Les cadres ne l’afficheront plus.',
        other:
          'Il va dans la corbeille et peut être restauré pendant # jours. Les cadres ne l’afficheront plus.',
      }),
    gone: 'Il sera supprimé définitivement. Les cadres ne l’afficheront plus.',
  },
  rows: {
    order: 'Ordre',
    newest: 'Les plus récentes d’abord',
    oldest: 'Les plus anciennes d’abord',
    name: 'Par nom',
    undated: 'Sans date',
    years: 'Aller à une année',
  },
  selection: {
    title: 'Photos sélectionnées',
    selected: (n, all) =>
      plural(n, {
        one: `# photo sur ${number(all)} sélectionnée`,
        other: `# photos sur ${number(all)} sélectionnées`,
      }),
    moveTitle: (n) => plural(n, { one: 'Déplacer # photo vers', other: 'Déplacer # photos vers' }),
    deleteTitle: (n) => plural(n, { one: 'Supprimer # photo ?', other: 'Supprimer # photos ?' }),
    gone: (names) => `Suppression définitive, aussi des cadres : ${names}.`,
    notToTrash: 'Cela ne peut pas aller à la corbeille.',
  },
  picture: {
    place: (n, all) => `${number(n)} sur ${number(all)}`,
    before: 'Photo précédente',
    next: 'Photo suivante',
    favourite: 'Favori',
    marked: 'favori',
    hidden: 'masquée sur les cadres',
    notShown: 'impossible à afficher',
    showOn: 'Afficher sur…',
    hide: 'Masquer sur les cadres',
    details: 'Détails',
    notLoaded: 'La photo ne peut pas être chargée. Elle a peut-être été déplacée ou supprimée.',
    findingOut: 'Ce fichier ne peut pas être affiché. Recherche de la cause…',
    size: 'Taille',
    pixels: (width, height) => `${number(width)} × ${number(height)} pixels`,
    taken: 'Prise le',
    changed: 'Modifiée le',
    folder: 'Dossier',
    camera: 'Appareil photo',
    rotateLeft: 'Pivoter à gauche',
    rotateRight: 'Pivoter à droite',
    unhide: 'Afficher de nouveau sur les cadres',
    useAsCover: 'Utiliser comme couverture',
    covers: (name) => `« ${name} » a une nouvelle couverture.`,
    onlyJpeg: 'Seules les photos JPEG peuvent être pivotées.',
    noRoomToTurn:
      'Cette photo n’a pas de place pour noter son orientation : elle ne peut pas être pivotée.',
    damagedToTurn: 'Le fichier est endommagé : il ne peut pas être pivoté.',
  },
  changes: {
    moved: (n, folder) =>
      plural(n, {
        one: `# photo déplacée vers « ${folder} ».`,
        other: `# photos déplacées vers « ${folder} ».`,
      }),
    restoring: 'Restauration…',
    renamed: (n, names) =>
      `${plural(n, { one: 'Un nom était déjà pris, le nouveau est ', other: '# noms étaient déjà pris, les nouveaux sont ' })}${names}.`,
    pictures: {
      trashed: (n) =>
        plural(n, {
          one: '# photo mise à la corbeille.',
          other: '# photos mises à la corbeille.',
        }),
      deleted: (n) =>
        plural(n, {
          one: '# photo supprimée définitivement.',
          other: '# photos supprimées définitivement.',
        }),
      restored: (n) => plural(n, { one: '# photo restaurée.', other: '# photos restaurées.' }),
      missing: (n) =>
        plural(n, { one: '# photo n’était plus là.', other: '# photos n’étaient plus là.' }),
    },
    items: {
      deleted: (n) =>
        plural(n, {
          one: '# élément supprimé définitivement.',
          other: '# éléments supprimés définitivement.',
        }),
      restored: (n) => plural(n, { one: '# élément restauré.', other: '# éléments restaurés.' }),
      missing: (n) =>
        plural(n, {
          one: '# élément n’était plus là.',
          other: '# éléments n’étaient plus là.',
        }),
    },
    folder: {
      trashed: (name) => `Dossier « ${name} » mis à la corbeille.`,
      deleted: (name) => `Dossier « ${name} » supprimé définitivement.`,
      restored: (name) => `Dossier « ${name} » restauré.`,
      missing: (name) => `Le dossier « ${name} » n’était plus là.`,
    },
  },
  trash: {
    title: 'Corbeille',
    none: 'Elle est désactivée (TRASH_DAYS vaut 0) : ce qui est supprimé ne peut pas être restauré.',
    empty: 'Elle est vide.',
    keeps: (n) =>
      plural(n, {
        one: 'Ce qui est supprimé reste ici # jour, ou jusqu’à ce que le disque soit plein.',
        other: 'Ce qui est supprimé reste ici # jours, ou jusqu’à ce que le disque soit plein.',
      }),
    emptyTrash: 'Vider la corbeille',
    emptyTitle: 'Vider la corbeille ?',
    more: (n) => `Afficher plus (${number(n)} éléments)`,
    selected: 'Éléments sélectionnés',
    selectedOf: (n, all) =>
      plural(n, {
        one: `# élément sur ${number(all)} sélectionné`,
        other: `# éléments sur ${number(all)} sélectionnés`,
      }),
    restoreSelected: 'Restaurer',
    deleteTitle: (n) =>
      plural(n, { one: 'Supprimer # élément ?', other: 'Supprimer # éléments ?' }),
    gone: (items, pictures, size) =>
      plural(items, {
        one: 'Suppression définitive de # élément',
        other: 'Suppression définitive de # éléments',
      }) +
      plural(pictures, {
        one: ` avec # photo (${size}).`,
        other: ` avec # photos (${size}).`,
      }),
    folderWith: (n) => plural(n, { one: 'Dossier avec # photo', other: 'Dossier avec # photos' }),
    from: (folder) => `de ${folder}`,
    deleted: (ago) => `supprimé ${ago}`,
  },
  status: {
    language: 'Langue',
    read: (n, all) =>
      plural(n, {
        one: `# photo sur ${number(all)} analysée jusqu’ici`,
        other: `# photos sur ${number(all)} analysées jusqu’ici`,
      }),
    allRead: (n) =>
      plural(n, { one: '# photo est analysée', other: 'Les # photos sont analysées' }),
    readBar: 'Photos analysées',
    picturesIn: (pictures, folders) =>
      plural(pictures, { one: '# photo', other: '# photos' }) +
      plural(folders, { one: ' dans # dossier', other: ' dans # dossiers' }),
    free: 'Espace libre',
    of: (part, all) => `${part} sur ${all}`,
    largest: 'Max. par photo',
    heic: 'HEIC et AVIF',
    shown: 'Affichés',
    converted: 'Seulement ce que ce navigateur peut convertir',
    version: 'Version',
    faults: 'Photos endommagées ou impossibles à afficher',
    checked: (n, all) =>
      plural(n, {
        one: `# photo sur ${number(all)} vérifiée jusqu’ici`,
        other: `# photos sur ${number(all)} vérifiées jusqu’ici`,
      }),
    misnamedTitle: 'Photos avec une mauvaise extension',
    none: 'Aucune.',
    correct: 'Corriger',
    damaged: () =>
      'Le fichier est endommagé ou ne peut pas être affiché. Copiez-le de nouveau depuis sa source ou supprimez-le.',
    foreign: () => 'Ce format n’est pas affiché. Convertissez le fichier en JPEG ou en PNG.',
    hiddenFolder: () =>
      'Ce dossier ne peut pas être lu, ou il est à l’intérieur de trop de dossiers.',
    misnamed: () =>
      'L’extension ne correspond pas au format. La photo est affichée quand même, mais d’autres programmes peuvent la refuser.',
  },
  uploads: {
    title: 'Envois',
    all: 'Tous les envois',
    stored: (n, all) =>
      plural(n, {
        one: `# photo sur ${number(all)} enregistrée`,
        other: `# photos sur ${number(all)} enregistrées`,
      }),
    refused: (n) => plural(n, { one: '# refusée', other: '# refusées' }),
    paused: 'en pause',
    left: (time) => `encore ${time}`,
    tryingAgain: 'Nouvel essai…',
    limit: (size) =>
      `Le service accepte jusqu’à ${size} par photo. MAX_FILE_SIZE fixe cette limite à son démarrage.`,
    makeAllSmaller: (n) => plural(n, { one: 'Réduire # photo', other: 'Réduire les # photos' }),
    makeSmaller: 'Réduire',
    goOn: 'Reprendre',
    pause: 'Mettre en pause',
    cancelAll: 'Tout annuler',
    tryAgain: 'Réessayer',
    tryAllAgain: 'Tout réessayer',
    showList: 'Afficher la liste',
    hideList: 'Masquer la liste',
    clear: 'Vider la liste',
    states: {
      waiting: 'En attente',
      sending: 'Envoi en cours',
      stored: 'Enregistrée',
      cancelled: 'Annulée',
    },
    missing: (n) =>
      plural(n, {
        one: 'Il manque # photo de votre dernière visite.',
        other: 'Il manque # photos de votre dernière visite.',
      }),
    ownFolders: 'Choisies de nouveau, elles vont chacune dans leur dossier.',
    pickAgain: 'Choisir de nouveau',
    showNames: 'Afficher les noms',
    hideNames: 'Masquer les noms',
    leftOut: (n) =>
      plural(n, {
        one: '# autre photo laissée de côté : elle ne manquait pas.',
        other: '# autres photos laissées de côté : elles ne manquaient pas.',
      }),
    tooLarge: (size, most) => `Trop volumineux : ${size}, maximum ${most}.`,
    fileGone: 'Ce fichier ne peut plus être lu. Ajoutez-le de nouveau.',
    notConverted: 'Ce navigateur ne peut pas convertir la photo.',
    saveAsJpeg: 'Enregistrez-la en JPEG, ou choisissez-la sur le téléphone qui l’a prise.',
    tooLargeForBrowser: 'La photo est trop grande pour ce navigateur.',
    unexpected: 'Un problème est survenu avec ce fichier. Réessayez.',
  },
  frames: {
    connectFrame: 'Connecter un cadre',
    none: 'Aucun cadre n’a encore demandé de photo.',
    noName: 'Cadre sans nom',
    nameIt: 'Mettez un nom dans son adresse, comme frame=hall, pour le piloter d’ici.',
    shows: (path) => `Affiche ${path}`,
    neverAsked: 'N’a encore rien demandé',
    asked: (ago) => `Dernière demande ${ago}`,
    silent: (ago) => `Silencieux : dernière demande ${ago}`,
    battery: (level) => `Batterie ${level}`,
    signal: (strength) => `signal ${strength}`,
    firmware: (version) => `micrologiciel ${version}`,
    until: (time) => `jusqu’à ${time}`,
    untilAnother: 'jusqu’à la suivante',
    hearsNext: 'Tient compte des changements à sa prochaine demande.',
    hearsAt: (time) => `Tient compte des changements vers ${time}.`,
    addressWins: 'Son adresse est prioritaire',
    addressSays: (words) => `Son adresse est prioritaire : ${words}`,
    next: 'Suivante',
    showPicture: 'Afficher…',
    getsAnother: (name) => `« ${name} » reçoit une autre photo.`,
    forgetTitle: (name) => `Oublier « ${name} » ?`,
    forgotten:
      'Ses réglages, et les photos qu’il a déjà montrées, seront oubliés. Il peut se manifester de nouveau.',
    kind: 'Type',
    panel: 'Écran',
    otherPanel: 'Aucun de ceux-ci',
    nameTaken: 'Un cadre porte déjà ce nom. Les deux reçoivent ses photos à tour de rôle.',
    addSize: 'Ajoutez sa largeur et sa hauteur à l’adresse.',
    connect: 'Connecter',
    qrCode: (text) => `Code QR de ${text}`,
    label: 'Nom affiché',
    whichPictures: 'Quelles photos',
    looks: 'Affichage',
    chooseFolder: 'Choisir un dossier',
    choose: 'Choisir',
    takeAway: 'Retirer',
    saved: 'Enregistré.',
    refused:
      'Indiquez les heures de repos sous la forme 22:00-07:00. La première date ne doit pas suivre la dernière.',
    show: 'Afficher',
    showOnFrame: (name) => `Afficher sur « ${name} »`,
    showFile: (name) => `Afficher ${name}`,
    nowShows: (frame, picture) => `« ${frame} » affiche ${picture}.`,
    howLong: 'Combien de temps',
    hour: 'Pendant 1 heure',
    fourHours: 'Pendant 4 heures',
    day: 'Pendant 1 jour',
    week: 'Pendant 1 semaine',
    always: 'Jusqu’à la suivante',
    more: 'Plus',
    noneNamed: 'Aucun cadre n’a encore de nom.',
    on: 'Sur',
    kinds: {
      browser: {
        label: 'Tablette, téléphone, PC',
        todo: 'Scannez le code, ou ouvrez cette adresse dans le navigateur.',
      },
      kiosk: {
        label: 'Raspberry Pi avec un écran',
        todo: 'Lancez cette commande sur le Raspberry Pi.',
      },
      esp32: {
        label: 'ESP32 avec écran e-paper',
        todo: 'Dans esp32-photoframe, indiquez cette URL comme source des images.',
      },
      trmnl: {
        label: 'TRMNL, ou un client TRMNL sur Kindle ou KOReader',
        todo: 'Indiquez cette adresse comme serveur. L’appareil annonce lui-même son écran et apparaît ici après sa première demande.',
      },
      esphome: {
        label: 'ESPHome ou Inkplate',
        todo: 'Utilisez cette adresse pour l’image.',
      },
      openEPaperLink: {
        label: 'Étiquette OpenEPaperLink',
        todo: 'Choisissez le contenu « Image URL » et donnez cette adresse.',
      },
      homeAssistant: {
        label: 'Home Assistant',
        todo: 'Ajoutez l’intégration « Generic Camera » avec cette URL d’image fixe.',
      },
      kindle: {
        label: 'Kindle ou autre écran e-paper avec un shell',
        todo: 'Lancez cette commande sur l’appareil toutes les 15 minutes.',
      },
    },
  },
  errors: {
    wrongPassword: 'Le mot de passe est incorrect.',
    loggedOut: 'Vous êtes déconnecté. Reconnectez-vous.',
    otherSite:
      'Le service prend cette page pour celle d’un autre site. Ouvrez-la à sa propre adresse ; un proxy doit transmettre l’hôte.',
    folderGone: 'Ce dossier n’existe pas. Il a peut-être été déplacé ou supprimé.',
    pictureGone: 'Cette photo n’existe pas. Elle a peut-être été déplacée ou supprimée.',
    frameGone: 'Ce cadre n’existe pas.',
    folderName:
      'Choisissez un autre nom : pas encore pris, sans < > : " | ? * \\, sans espace ni point au début ou à la fin, et pas trop long.',
    noPicture: 'Ce n’est pas une image qui peut être affichée.',
    tooLarge: 'Le fichier est trop volumineux.',
    tooMany: 'C’est trop à la fois. Sélectionnez-en moins.',
    tooManyLogins: 'Trop de mots de passe incorrects.',
    busy: 'Le service est occupé. Réessayez dans un instant.',
    disk: 'Le disque ne fonctionne pas : il est peut-être plein, protégé en écriture ou déconnecté.',
    refused: 'Le service ne peut pas faire cela. Rechargez la page et réessayez.',
    failed: 'Un problème est survenu dans le service. Son journal en dit plus.',
    unexpected: 'Un problème est survenu. Rechargez la page.',
    offline: 'Le service ne répond pas. Vérifiez que vous êtes sur le même réseau.',
    otherAnswer: (status) =>
      `Un intermédiaire a répondu à la place du service (statut ${status}). Réessayez dans un instant.`,
  },
  guests: {
    title: 'Ajoutez vos photos',
    intro: 'Choisissez des photos sur cet appareil : elles s’afficheront sur le cadre photo.',
    add: 'Ajouter des photos',
    addMore: 'En ajouter d’autres',
    thanks: 'Merci ! Vos photos sont arrivées.',
    ended: 'Ce lien ne fonctionne plus ou n’a jamais fonctionné. Demandez-en un autre.',
    full: 'Ce lien n’accepte plus de photos. Demandez-en un autre.',
    needsScript: 'Cette page a besoin de JavaScript. Activez-le dans le navigateur.',
    takeBack: 'Retirer',
    takenBack: 'Retirée',
    tooLate: 'Cette photo ne peut plus être retirée.',
  },
  invite: {
    action: 'Inviter des personnes',
    intro:
      'Toute personne qui a le lien peut ajouter des photos à ce dossier sans mot de passe, mais n’en voit aucune.',
    label: 'Nom de l’événement',
    days: 'Pour combien de jours',
    pictures: 'Pour combien de photos',
    create: 'Créer un lien',
    once: 'Gardez le lien ou imprimez la carte : il n’est affiché que cette fois.',
    copy: 'Copier',
    copied: 'Copié',
    share: 'Partager',
    print: 'Imprimer une carte',
    card: 'Scannez le code et ajoutez vos photos.',
    active: 'Liens valables',
    came: (files, all) => `${files} sur ${all} photos`,
    until: (date) => `jusqu’au ${date}`,
    end: 'Désactiver',
    endTitle: (name) => `Désactiver l’invitation « ${name} » ?`,
    endText: 'Le lien cesse aussitôt de fonctionner. Les photos déjà arrivées restent.',
    fromLabel: (label) => `de : ${label}`,
    fromGuests: 'des invités',
    guests: 'Des invités',
  },
})

export const settings: SettingMessages = {
  folder: { label: 'Du dossier', inWords: 'de {}' },
  exclude: { label: 'Sauf le dossier', inWords: 'sauf {}' },
  orientation: {
    label: 'Orientation',
    choices: {
      '': 'Toutes',
      match: 'Comme l’écran',
      landscape: 'Paysage seulement',
      portrait: 'Portrait seulement',
    },
    inWords: '{}',
  },
  from: { label: 'Prises à partir du', inWords: 'à partir du {}' },
  to: { label: 'Prises jusqu’au', inWords: 'jusqu’au {}' },
  since: {
    label: 'Période',
    choices: { '': 'Toutes', '30d': 'Des 30 derniers jours', '365d': 'Des 12 derniers mois' },
    inWords: 'des derniers {}',
  },
  on: {
    label: 'Jour',
    choices: { '': 'Tous', today: 'Ce jour de chaque année' },
    inWords: 'du {}',
  },
  days: {
    label: 'Jours avant et après',
    choices: { '': 'Aucun', 1: '1 jour', 3: '3 jours', 7: '7 jours' },
    inWords: '{} jours avant et après',
  },
  rating: {
    label: 'Étoiles',
    choices: { '': 'Toutes', 3: '3 étoiles ou plus', 4: '4 étoiles ou plus', 5: '5 étoiles' },
    inWords: '{} étoiles ou plus',
  },
  favourites: {
    label: 'Favoris',
    choices: { '': 'Toutes les photos', only: 'Favoris seulement' },
    inWords: '{}',
  },
  order: {
    label: 'Ordre',
    choices: {
      '': 'Au hasard',
      newest: 'Les plus récentes d’abord',
      oldest: 'Les plus anciennes d’abord',
      name: 'Par nom',
    },
    inWords: '{}',
  },
  new: {
    label: 'Nouvelles photos',
    choices: { '': 'À leur place', first: 'Les nouvelles d’abord' },
    inWords: 'nouvelles {}',
  },
  every: {
    label: 'Une nouvelle photo',
    choices: {
      '': 'À chaque demande',
      '15m': 'Toutes les 15 minutes',
      '1h': 'Toutes les heures',
      '6h': 'Toutes les 6 heures',
      '1d': 'Tous les jours',
    },
    inWords: 'une nouvelle tous les {}',
  },
  seconds: {
    label: 'Durée de chaque photo',
    choices: {
      '': '15 secondes',
      5: '5 secondes',
      30: '30 secondes',
      60: '1 minute',
      300: '5 minutes',
      3600: '1 heure',
    },
    inWords: '{} secondes',
  },
  layout: {
    label: 'Photos en portrait',
    choices: { '': 'Une à la fois', pair: 'Par deux' },
    inWords: '{}',
  },
  caption: {
    label: 'Légende',
    choices: {
      '': 'Aucune',
      date: 'La date',
      folder: 'Le dossier',
      'date,folder': 'La date et le dossier',
      'date,folder,name': 'La date, le dossier et le nom',
    },
    inWords: 'avec {}',
  },
  place: {
    label: 'Place de la légende',
    choices: { '': 'En bas', corner: 'Au-dessus de l’horloge', top: 'En haut' },
    inWords: 'légende : {}',
  },
  clock: {
    label: 'Horloge',
    choices: { '': 'Aucune', on: 'L’heure', date: 'L’heure et le jour' },
    inWords: 'avec une horloge ({})',
  },
  zoom: {
    label: 'Mouvement',
    choices: { '': 'Aucun', on: 'Mouvement lent' },
    inWords: 'avec mouvement',
  },
  quiet: { label: 'Heures de repos', inWords: 'repos {}' },
  fit: {
    label: 'Ajustement',
    choices: { '': 'La photo entière', cover: 'Remplit l’écran et coupe ce qui dépasse' },
    inWords: '{}',
  },
  invite: {
    label: 'Code pour les invités',
    choices: { '': 'Aucun' },
    inWords: 'Une invitation qui n’est plus valable',
  },
  background: {
    label: 'Autour de la photo',
    choices: { '': 'La photo elle-même, floue', black: 'Noir' },
    inWords: '{} autour',
  },
}

export const slideshow: SlideshowMessages = {
  title: 'Cadre photo',
  waiting: 'En attente de {}…',
  wrong: 'Incompréhensible : {}',
  failed: 'Le service a un problème. Son journal en dit plus.',
  noPictures: 'Pas encore de photos',
  noPicturesIn: 'Pas encore de photos dans {}',
  none: 'Ou aucune ne correspond aux réglages du cadre.',
  open: 'Ouvrez {} sur un téléphone ou un ordinateur, ou scannez le code, et connectez-vous pour en ajouter.',
  copy: 'Ou copiez-les dans le dossier uploads, avec un gestionnaire de fichiers, Samba ou rsync : elles s’affichent en quelques secondes.',
  send: 'Ou envoyez-les avec HTTPie :',
  name: 'Nom de ce cadre',
  save: 'Enregistrer',
  no: 'Non',
  again: 'Réessayez.',
}
