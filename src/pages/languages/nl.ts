import type { Messages } from './en.ts'
import type { SlideshowMessages } from './slideshow-messages.ts'

export const admin = (): Messages => ({
  app: { title: 'Foto’s' },
  login: {
    action: 'Inloggen',
    password: 'Wachtwoord',
    showPassword: 'Wachtwoord tonen',
    stay: 'Ingelogd blijven',
    tryAgainIn: (time) => `Probeer het over ${time} opnieuw.`,
  },
  errors: {
    wrongPassword: 'Het wachtwoord is onjuist.',
    loggedOut: 'Je bent uitgelogd. Log opnieuw in.',
    otherSite:
      'De service denkt dat deze pagina van een andere site is. Open haar op haar eigen adres; een proxy moet de host doorgeven.',
    folderGone: 'Deze map bestaat niet. Misschien is ze verplaatst of verwijderd.',
    pictureGone: 'Deze foto bestaat niet. Misschien is ze verplaatst of verwijderd.',
    frameGone: 'Deze fotolijst bestaat niet.',
    folderName:
      'Kies een andere naam: zonder < > : " | ? * \\, zonder spatie of punt aan het begin of einde, en niet te lang.',
    noPicture: 'Dit is geen afbeelding die getoond kan worden.',
    tooLarge: 'Het bestand is te groot.',
    tooMany: 'Dat is te veel in één keer. Selecteer minder.',
    tooManyLogins: 'Te veel onjuiste wachtwoorden.',
    busy: 'De service is bezig. Probeer het zo opnieuw.',
    disk: 'De schijf werkt niet: misschien is ze vol, alleen-lezen of niet aangesloten.',
    refused: 'Dat kan de service niet. Laad de pagina opnieuw en probeer het nog eens.',
    failed: 'Er ging iets mis in de service. In het logboek staat meer.',
    unexpected: 'Er ging iets mis. Laad de pagina opnieuw.',
    offline: 'De service antwoordt niet. Controleer of je in hetzelfde netwerk zit.',
    otherAnswer: (status) =>
      `Iets onderweg antwoordde in plaats van de service (status ${status}). Probeer het zo opnieuw.`,
  },
})

export const slideshow: SlideshowMessages = {
  title: 'Fotolijst',
  waiting: 'Wachten op {} …',
  wrong: 'Niet begrepen: {}',
  failed: 'De service heeft een probleem. In het logboek staat meer.',
  noPictures: 'Nog geen foto’s',
  noPicturesIn: 'Nog geen foto’s in {}',
  none: 'Of geen die past bij de instellingen van deze fotolijst.',
  open: 'Open {} op een telefoon of computer en log in om foto’s toe te voegen.',
  scan: 'Open {} op een telefoon of computer, of scan de code, en log in om foto’s toe te voegen.',
  copy: 'Of kopieer ze naar de map uploads, met een bestandsbeheerder, Samba of rsync: ze verschijnen binnen enkele seconden.',
  send: 'Of stuur ze met HTTPie:',
  name: 'Naam van deze fotolijst',
  save: 'Opslaan',
  no: 'Nee',
  again: 'Probeer het opnieuw.',
}
