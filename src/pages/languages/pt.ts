import type { Messages } from './en.ts'
import type { SlideshowMessages } from './slideshow-messages.ts'

export const admin = (): Messages => ({
  app: { title: 'Fotos' },
  login: {
    action: 'Entrar',
    password: 'Senha',
    showPassword: 'Mostrar senha',
    stay: 'Continuar conectado',
    tryAgainIn: (time) => `Tente de novo em ${time}.`,
  },
  errors: {
    wrongPassword: 'A senha está errada.',
    loggedOut: 'Sua sessão terminou. Entre de novo.',
    otherSite:
      'O serviço acha que esta página é de outro site. Abra-a no endereço dela; um proxy precisa repassar o host.',
    folderGone: 'Esta pasta não existe. Talvez tenha sido movida ou excluída.',
    pictureGone: 'Esta foto não existe. Talvez tenha sido movida ou excluída.',
    frameGone: 'Este porta-retratos não existe.',
    folderName:
      'Escolha outro nome: sem < > : " | ? * \\, sem espaço nem ponto no início ou no fim, e não muito longo.',
    noPicture: 'Não é uma imagem que possa ser mostrada.',
    tooLarge: 'O arquivo é grande demais.',
    tooMany: 'É demais de uma vez. Selecione menos.',
    tooManyLogins: 'Senhas erradas demais.',
    busy: 'O serviço está ocupado. Tente de novo em um momento.',
    disk: 'O disco não funciona: pode estar cheio, protegido contra gravação ou desconectado.',
    refused: 'O serviço não pode fazer isso. Recarregue a página e tente de novo.',
    failed: 'Algo deu errado no serviço. O registro dele diz mais.',
    unexpected: 'Algo deu errado. Recarregue a página.',
    offline: 'O serviço não responde. Veja se você está na rede dele.',
    otherAnswer: (status) =>
      `Algo no caminho respondeu no lugar do serviço (status ${status}). Tente de novo em um momento.`,
  },
})

export const slideshow: SlideshowMessages = {
  title: 'Porta-retratos',
  waiting: 'Aguardando {} …',
  wrong: 'Não entendido: {}',
  failed: 'O serviço tem um problema. O registro dele diz mais.',
  noPictures: 'Ainda não há fotos',
  noPicturesIn: 'Ainda não há fotos em {}',
  none: 'Ou nenhuma atende aos ajustes deste porta-retratos.',
  open: 'Abra {} em um celular ou computador e entre para adicionar fotos.',
  scan: 'Abra {} em um celular ou computador, ou escaneie o código, e entre para adicionar fotos.',
  copy: 'Ou copie-as para a pasta uploads, com um gerenciador de arquivos, Samba ou rsync: elas aparecem em segundos.',
  send: 'Ou envie-as com HTTPie:',
  name: 'Nome deste porta-retratos',
  save: 'Salvar',
  no: 'Não',
  again: 'Tente de novo.',
}
