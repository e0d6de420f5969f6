import type { Messages } from './en.ts'
import type { SlideshowMessages } from './slideshow-messages.ts'

export const admin = (): Messages => ({
  app: { title: 'Fotos' },
  login: {
    action: 'Anmelden',
    password: 'Passwort',
    showPassword: 'Passwort anzeigen',
    stay: 'Angemeldet bleiben',
    tryAgainIn: (time) => `Versuche es in ${time} noch einmal.`,
  },
  errors: {
    wrongPassword: 'Das Passwort ist falsch.',
    loggedOut: 'Du bist abgemeldet. Melde dich wieder an.',
    otherSite:
      'Der Dienst hält diese Seite für die einer anderen Website. Öffne sie unter ihrer eigenen Adresse; ein Proxy muss den Host weitergeben.',
    folderGone: 'Diesen Ordner gibt es nicht. Vielleicht wurde er verschoben oder gelöscht.',
    pictureGone: 'Dieses Bild gibt es nicht. Vielleicht wurde es verschoben oder gelöscht.',
    frameGone: 'Diesen Bilderrahmen gibt es nicht.',
    folderName:
      'Wähle einen anderen Namen: ohne < > : " | ? * \\, ohne Leerzeichen und Punkt am Anfang oder Ende und nicht zu lang.',
    noPicture: 'Das ist kein Bild, das sich anzeigen lässt.',
    tooLarge: 'Die Datei ist zu groß.',
    tooMany: 'Das ist zu viel auf einmal. Wähle weniger aus.',
    tooManyLogins: 'Zu oft ein falsches Passwort.',
    busy: 'Der Dienst ist ausgelastet. Versuche es gleich noch einmal.',
    disk: 'Der Speicher funktioniert nicht: Er ist vielleicht voll, schreibgeschützt oder nicht angeschlossen.',
    refused: 'Das kann der Dienst nicht. Lade die Seite neu und versuche es noch einmal.',
    failed: 'Im Dienst ist etwas schiefgegangen. Mehr steht in seinem Protokoll.',
    unexpected: 'Etwas ist schiefgegangen. Lade die Seite neu.',
    offline: 'Der Dienst antwortet nicht. Prüfe, ob du in seinem Netz bist.',
    otherAnswer: (status) =>
      `Statt des Dienstes hat etwas auf dem Weg zu ihm geantwortet (Status ${status}). Versuche es gleich noch einmal.`,
  },
})

export const slideshow: SlideshowMessages = {
  title: 'Bilderrahmen',
  waiting: 'Warten auf {} …',
  wrong: 'Nicht verstanden: {}',
  failed: 'Der Dienst hat ein Problem. Mehr steht in seinem Protokoll.',
  noPictures: 'Noch keine Bilder',
  noPicturesIn: 'Noch keine Bilder in {}',
  none: 'Oder keine, die zu den Einstellungen passen.',
  open: 'Öffne {} auf einem Handy oder Computer und melde dich an, um welche hinzuzufügen.',
  scan: 'Öffne {} auf einem Handy oder Computer, oder scanne den Code, und melde dich an, um welche hinzuzufügen.',
  copy: 'Oder kopiere sie mit Dateimanager, Samba oder rsync in den Uploads-Ordner: Sie erscheinen in Sekunden.',
  send: 'Oder sende sie mit HTTPie:',
  name: 'Name dieses Rahmens',
  save: 'Speichern',
  no: 'Nein',
  again: 'Versuche es noch einmal.',
}
