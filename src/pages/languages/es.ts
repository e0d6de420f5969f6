import type { Messages } from './en.ts'
import type { SlideshowMessages } from './slideshow-messages.ts'

export const admin = (): Messages => ({
  app: { title: 'Fotos' },
  login: {
    action: 'Iniciar sesión',
    password: 'Contraseña',
    showPassword: 'Mostrar contraseña',
    stay: 'Mantener la sesión abierta',
    tryAgainIn: (time) => `Inténtalo de nuevo en ${time}.`,
  },
  errors: {
    wrongPassword: 'La contraseña no es correcta.',
    loggedOut: 'Tu sesión se ha cerrado. Vuelve a iniciarla.',
    otherSite:
      'El servicio cree que esta página es de otro sitio. Ábrela en su propia dirección; un proxy tiene que transmitir el host.',
    folderGone: 'Esta carpeta no existe. Quizá se haya movido o eliminado.',
    pictureGone: 'Esta foto no existe. Quizá se haya movido o eliminado.',
    frameGone: 'Este marco no existe.',
    folderName:
      'Elige otro nombre: sin < > : " | ? * \\, sin espacios ni puntos al principio o al final, y no demasiado largo.',
    noPicture: 'No es una imagen que se pueda mostrar.',
    tooLarge: 'El archivo es demasiado grande.',
    tooMany: 'Es demasiado de una vez. Selecciona menos.',
    tooManyLogins: 'Demasiadas contraseñas incorrectas.',
    busy: 'El servicio está ocupado. Inténtalo de nuevo en un momento.',
    disk: 'El disco no funciona: puede estar lleno, protegido contra escritura o desconectado.',
    refused: 'El servicio no puede hacer esto. Recarga la página e inténtalo de nuevo.',
    failed: 'Algo ha fallado en el servicio. Su registro dice más.',
    unexpected: 'Algo ha fallado. Recarga la página.',
    offline: 'El servicio no responde. Comprueba que estás en su red.',
    otherAnswer: (status) =>
      `Algo en el camino ha respondido en lugar del servicio (estado ${status}). Inténtalo de nuevo en un momento.`,
  },
})

export const slideshow: SlideshowMessages = {
  title: 'Marco de fotos',
  waiting: 'Esperando a {} …',
  wrong: 'No se entiende: {}',
  failed: 'El servicio tiene un problema. Su registro dice más.',
  noPictures: 'Todavía no hay fotos',
  noPicturesIn: 'Todavía no hay fotos en {}',
  none: 'O ninguna cumple los ajustes de este marco.',
  open: 'Abre {} en un teléfono u ordenador e inicia sesión para añadir algunas.',
  scan: 'Abre {} en un teléfono u ordenador, o escanea el código, e inicia sesión para añadir algunas.',
  copy: 'O cópialas en la carpeta uploads, con un gestor de archivos, Samba o rsync: aparecen en segundos.',
  send: 'O envíalas con HTTPie:',
  name: 'Nombre de este marco',
  save: 'Guardar',
  no: 'No',
  again: 'Inténtalo de nuevo.',
}
