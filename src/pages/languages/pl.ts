import type { Messages } from './en.ts'
import type { SlideshowMessages } from './slideshow-messages.ts'

export const admin = (): Messages => ({
  app: { title: 'Zdjęcia' },
  login: {
    action: 'Zaloguj się',
    password: 'Hasło',
    showPassword: 'Pokaż hasło',
    stay: 'Nie wylogowuj mnie',
    tryAgainIn: (time) => `Można spróbować ponownie za ${time}.`,
  },
  errors: {
    wrongPassword: 'Hasło jest nieprawidłowe.',
    loggedOut: 'Sesja się skończyła. Trzeba zalogować się ponownie.',
    otherSite:
      'Usługa uznała tę stronę za część innej witryny. Trzeba otworzyć ją pod jej własnym adresem; serwer proxy musi przekazywać hosta.',
    folderGone: 'Nie ma takiego folderu. Może został przeniesiony lub usunięty.',
    pictureGone: 'Nie ma takiego zdjęcia. Może zostało przeniesione lub usunięte.',
    frameGone: 'Nie ma takiej ramki.',
    folderName:
      'Potrzebna jest inna nazwa: bez < > : " | ? * \\, bez spacji i kropki na początku i na końcu, niezbyt długa.',
    noPicture: 'To nie jest obraz, który można wyświetlić.',
    tooLarge: 'Plik jest za duży.',
    tooMany: 'To za dużo naraz. Trzeba zaznaczyć mniej.',
    tooManyLogins: 'Za dużo błędnych haseł.',
    busy: 'Usługa jest zajęta. Można spróbować ponownie za chwilę.',
    disk: 'Dysk nie działa: może jest pełny, chroniony przed zapisem lub odłączony.',
    refused: 'Usługa nie może tego zrobić. Trzeba odświeżyć stronę i spróbować ponownie.',
    failed: 'W usłudze wystąpił błąd. Więcej jest w jej dzienniku.',
    unexpected: 'Wystąpił błąd. Trzeba odświeżyć stronę.',
    offline: 'Usługa nie odpowiada. Warto sprawdzić połączenie z jej siecią.',
    otherAnswer: (status) =>
      `Zamiast usługi odpowiedziało coś po drodze (status ${status}). Można spróbować ponownie za chwilę.`,
  },
})

export const slideshow: SlideshowMessages = {
  title: 'Ramka na zdjęcia',
  waiting: 'Oczekiwanie na {} …',
  wrong: 'Niezrozumiałe: {}',
  failed: 'Usługa ma problem. Więcej jest w jej dzienniku.',
  noPictures: 'Nie ma jeszcze zdjęć',
  noPicturesIn: 'Nie ma jeszcze zdjęć w {}',
  none: 'Albo żadne nie pasuje do ustawień ramki.',
  open: 'Aby je dodać, należy otworzyć {} na telefonie lub komputerze i zalogować się.',
  scan: 'Aby je dodać, należy otworzyć {} na telefonie lub komputerze albo zeskanować kod i zalogować się.',
  copy: 'Można też skopiować je do folderu uploads menedżerem plików, przez Sambę lub rsync: pojawią się po kilku sekundach.',
  send: 'Można też wysłać je przez HTTPie:',
  name: 'Nazwa tej ramki',
  save: 'Zapisz',
  no: 'Nie',
  again: 'Spróbuj ponownie.',
}
