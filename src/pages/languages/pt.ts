import type { Messages } from './en.ts'
import type { Formats } from './formats.ts'
import type { SettingMessages } from './setting-messages.ts'
import type { SlideshowMessages } from './slideshow-messages.ts'

export const admin = ({ plural, number }: Formats<'one'>): Messages => ({
  app: {
    title: 'Fotos',
    connecting: 'Conectando …',
    loading: 'Carregando …',
    views: 'Telas',
    pictures: 'Fotos',
    allPictures: 'Todas as fotos',
    frames: 'Porta-retratos',
    status: 'Status',
    logOut: 'Sair',
    name: 'Nome',
    settings: 'Ajustes',
    select: 'Selecionar',
    selectAll: 'Selecionar tudo',
    move: 'Mover',
    moveHere: 'Mover para cá',
    delete: 'Excluir',
    deleteForGood: 'Excluir para sempre',
    download: 'Baixar',
    rename: 'Renomear',
    restore: 'Restaurar',
    forget: 'Esquecer',
    undo: 'Desfazer',
    save: 'Salvar',
    cancel: 'Cancelar',
    close: 'Fechar',
    keep: 'Manter',
    folderAbove: 'Pasta acima',
    actionOn: (action, name) => `${action}: ${name}`,
    comma: ', ',
  },
  count: {
    pictures: (n) => plural(n, { one: '# foto', other: '# fotos' }),
    folders: (n) => plural(n, { one: '# pasta', other: '# pastas' }),
    items: (n) => plural(n, { one: '# item', other: '# itens' }),
    others: (n) => plural(n, { one: '# outro', other: '# outros' }),
  },
  login: {
    action: 'Entrar',
    password: 'Senha',
    showPassword: 'Mostrar senha',
    stay: 'Continuar conectado',
    tryAgainIn: (time) => `Tente de novo em ${time}.`,
  },
  folder: {
    trail: 'Pastas acima',
    addPictures: 'Adicionar fotos',
    addFolder: 'Adicionar pasta',
    newFolder: 'Nova pasta',
    create: 'Criar',
    thisFolder: 'Esta pasta',
    renameTitle: 'Renomear a pasta',
    deleteFolder: 'Excluir pasta',
    nothingHere: 'Ainda não há nada aqui. Adicione fotos ou solte-as nesta página.',
    noneHere: 'Não há nenhuma aqui.',
    noPictures: 'Não há fotos nela.',
    filter: 'Quais fotos',
    all: 'Todas',
    favourites: 'Favoritas',
    hidden: 'Ocultas',
    moveTitle: (name) => `Mover “${name}” para`,
    deleteTitle: (name) => `Excluir “${name}”?`,
    counting: 'Contando as fotos …',
    holds: (n, size) =>
      plural(n, { one: `Contém # foto (${size}).`, other: `Contém # fotos (${size}).` }),
    holdsBelow: (pictures, folders) =>
      plural(pictures, { one: 'Contém # foto', other: 'Contém # fotos' }) +
      plural(folders, {
        one: ', também em # subpasta.',
        other: ', também em # subpastas.',
      }),
    toTrash: (n) =>
      plural(n, {
        one: 'Ela vai para a lixeira e pode ser restaurada por # dia. Os porta-retratos não mostram mais nada dela.',
        other:
          'Ela vai para a lixeira e pode ser restaurada por # dias. Os porta-retratos não mostram mais nada dela.',
      }),
    gone: 'Ela será excluída para sempre. Os porta-retratos não mostram mais nada dela.',
  },
  selection: {
    title: 'Fotos selecionadas',
    selected: (n, all) =>
      plural(all, {
        one: `${number(n)} de # foto selecionada`,
        other: `${number(n)} de # fotos selecionadas`,
      }),
    moveTitle: (n) => plural(n, { one: 'Mover # foto para', other: 'Mover # fotos para' }),
    deleteTitle: (n) => plural(n, { one: 'Excluir # foto?', other: 'Excluir # fotos?' }),
    gone: (names) => `Exclusão definitiva, também dos porta-retratos: ${names}.`,
    notToTrash: 'Isto não pode ir para a lixeira.',
  },
  picture: {
    place: (n, all) => `${number(n)} de ${number(all)}`,
    before: 'Foto anterior',
    next: 'Próxima foto',
    favourite: 'Favorita',
    marked: 'favorita',
    hidden: 'oculta nos porta-retratos',
    notShown: 'não pode ser mostrada',
    showOn: 'Mostrar em …',
    hide: 'Ocultar nos porta-retratos',
    details: 'Detalhes',
    notLoaded: 'A foto não pode ser carregada. Talvez tenha sido movida ou excluída.',
    findingOut: 'Este arquivo não pode ser mostrado. Procurando o motivo …',
    path: 'Caminho',
    size: 'Tamanho',
    pixels: (width, height) => `${number(width)} × ${number(height)} pixels`,
    taken: 'Tirada',
    changed: 'Alterada',
    file: 'Arquivo',
  },
  changes: {
    moved: (n, folder) =>
      plural(n, {
        one: `# foto movida para “${folder}”.`,
        other: `# fotos movidas para “${folder}”.`,
      }),
    restoring: 'Restaurando …',
    renamed: (n, names) =>
      plural(n, {
        one: `Um nome já estava em uso; o novo é ${names}.`,
        other: `# nomes já estavam em uso; os novos são ${names}.`,
      }),
    pictures: {
      trashed: (n) =>
        plural(n, {
          one: '# foto movida para a lixeira.',
          other: '# fotos movidas para a lixeira.',
        }),
      deleted: (n) =>
        plural(n, {
          one: '# foto excluída para sempre.',
          other: '# fotos excluídas para sempre.',
        }),
      restored: (n) => plural(n, { one: '# foto restaurada.', other: '# fotos restauradas.' }),
      missing: (n) =>
        plural(n, { one: '# foto não estava mais lá.', other: '# fotos não estavam mais lá.' }),
    },
    items: {
      deleted: (n) =>
        plural(n, {
          one: '# item excluído para sempre.',
          other: '# itens excluídos para sempre.',
        }),
      restored: (n) => plural(n, { one: '# item restaurado.', other: '# itens restaurados.' }),
      missing: (n) =>
        plural(n, { one: '# item não estava mais lá.', other: '# itens não estavam mais lá.' }),
    },
    folder: {
      trashed: (name) => `Pasta “${name}” movida para a lixeira.`,
      deleted: (name) => `Pasta “${name}” excluída para sempre.`,
      restored: (name) => `Pasta “${name}” restaurada.`,
      missing: (name) => `A pasta “${name}” não estava mais lá.`,
    },
  },
  trash: {
    title: 'Lixeira',
    none: 'Não há (TRASH_DAYS é 0): o que é excluído não pode ser restaurado.',
    empty: 'Está vazia.',
    keeps: (n) =>
      plural(n, {
        one: 'O que é excluído fica aqui por # dia, ou até o disco encher.',
        other: 'O que é excluído fica aqui por # dias, ou até o disco encher.',
      }),
    emptyTrash: 'Esvaziar a lixeira',
    emptyTitle: 'Esvaziar a lixeira?',
    more: (n) => `Mostrar mais (${number(n)} itens)`,
    selected: 'Itens selecionados',
    selectedOf: (n, all) =>
      plural(all, {
        one: `${number(n)} de # item selecionado`,
        other: `${number(n)} de # itens selecionados`,
      }),
    restoreSelected: 'Restaurar seleção',
    deleteTitle: (n) => plural(n, { one: 'Excluir # item?', other: 'Excluir # itens?' }),
    gone: (items, pictures, size) =>
      plural(items, {
        one: 'Exclusão definitiva de # item',
        other: 'Exclusão definitiva de # itens',
      }) + plural(pictures, { one: ` com # foto (${size}).`, other: ` com # fotos (${size}).` }),
    folderWith: (n) => plural(n, { one: 'Pasta com # foto', other: 'Pasta com # fotos' }),
    from: (folder) => `de ${folder}`,
    deleted: (ago) => `excluído ${ago}`,
  },
  status: {
    language: 'Idioma',
    read: (n, all) =>
      plural(all, {
        one: `${number(n)} de # foto lida até agora`,
        other: `${number(n)} de # fotos lidas até agora`,
      }),
    allRead: (n) => plural(n, { one: '# foto está lida', other: 'Todas as # fotos estão lidas' }),
    readBar: 'Fotos lidas',
    reading: 'Lendo todas as fotos …',
    picturesIn: (pictures, folders) =>
      plural(pictures, { one: '# foto', other: '# fotos' }) +
      plural(folders, { one: ' em # pasta', other: ' em # pastas' }),
    free: 'Livre no disco',
    of: (part, all) => `${part} de ${all}`,
    largest: 'Maior envio',
    heic: 'HEIC e AVIF',
    shown: 'Mostrados',
    converted: 'Só o que este navegador consegue converter',
    version: 'Versão',
    faults: 'Fotos danificadas ou que não podem ser mostradas',
    checked: (n, all) =>
      plural(all, {
        one: `${number(n)} de # foto verificada até agora`,
        other: `${number(n)} de # fotos verificadas até agora`,
      }),
    misnamedTitle: 'Fotos com extensão errada',
    none: 'Não há nenhuma.',
    correct: 'Corrigir',
    damaged: () =>
      'O arquivo está danificado ou não pode ser mostrado. Copie-o de novo da origem ou exclua-o.',
    foreign: () => 'Este formato não é mostrado. Converta o arquivo para JPEG ou PNG.',
    hiddenFolder: () => 'Esta pasta não pode ser lida ou está fundo demais.',
    misnamed: () =>
      'A extensão não corresponde ao formato. A foto é mostrada mesmo assim, mas outros programas podem recusá-la.',
  },
  uploads: {
    title: 'Envios',
    all: 'Todos os envios',
    stored: (n, all) =>
      plural(all, {
        one: `${number(n)} de # foto salva`,
        other: `${number(n)} de # fotos salvas`,
      }),
    refused: (n) => `${number(n)} não`,
    paused: 'em pausa',
    left: (time) => `faltam ${time}`,
    tryingAgain: 'Tentando de novo …',
    limit: (size) =>
      `O serviço aceita até ${size} por foto. MAX_FILE_SIZE define isso onde ele é iniciado.`,
    makeAllSmaller: (n) => plural(n, { one: 'Reduzir # foto', other: 'Reduzir as #' }),
    makeSmaller: 'Reduzir',
    goOn: 'Continuar',
    pause: 'Pausar',
    cancelAll: 'Cancelar tudo',
    tryAgain: 'Tentar de novo',
    tryAllAgain: 'Tentar tudo de novo',
    showList: 'Mostrar a lista',
    hideList: 'Ocultar a lista',
    clear: 'Limpar',
    states: {
      waiting: 'Aguardando',
      sending: 'Enviando',
      stored: 'Salva',
      cancelled: 'Cancelada',
    },
    missing: (n) =>
      plural(n, {
        one: 'Falta # foto da sua última visita. Se você a escolher de novo, ela vai para a pasta dela.',
        other:
          'Faltam # fotos da sua última visita. Se você as escolher de novo, cada uma vai para a pasta dela.',
      }),
    pickAgain: 'Escolher de novo',
    showNames: 'Mostrar nomes',
    hideNames: 'Ocultar nomes',
    leftOut: (n) =>
      plural(n, {
        one: '# outra foto deixada de fora: não faltava.',
        other: '# outras fotos deixadas de fora: não faltavam.',
      }),
    tooLarge: (size, most) => `Grande demais: ${size}, no máximo ${most}.`,
    fileGone: 'Este arquivo não pode mais ser lido. Adicione-o de novo.',
    notConverted: 'Este navegador não consegue converter a foto.',
    saveAsJpeg: 'Salve-a como JPEG ou escolha-a no celular que a tirou.',
    tooLargeForBrowser: 'A foto é grande demais para este navegador.',
    unexpected: 'Algo deu errado com este arquivo. Tente de novo.',
  },
  frames: {
    connectFrame: 'Conectar um porta-retratos',
    none: 'Nenhum porta-retratos pediu uma foto ainda.',
    noName: 'Porta-retratos sem nome',
    nameIt: 'Coloque um nome no endereço dele, como frame=hall, para controlá-lo daqui.',
    shows: (path) => `Mostra ${path}`,
    neverAsked: 'Ainda não pediu nada',
    asked: (ago) => `Último pedido ${ago}`,
    silent: (ago) => `Sem sinal: último pedido ${ago}`,
    battery: (level) => `Bateria ${level}`,
    signal: (strength) => `sinal ${strength}`,
    firmware: (version) => `firmware ${version}`,
    until: (time) => `até ${time}`,
    untilAnother: 'até a próxima',
    hearsNext: 'Recebe mudanças no próximo pedido.',
    hearsAt: (time) => `Recebe mudanças por volta de ${time}.`,
    addressWins: 'O endereço dele prevalece',
    addressSays: (words) => `O endereço dele prevalece: ${words}`,
    next: 'Próxima',
    showPicture: 'Mostrar uma foto …',
    getsAnother: (name) => `“${name}” recebe outra foto.`,
    forgetTitle: (name) => `Esquecer “${name}”?`,
    forgotten:
      'Os ajustes dele, e quais fotos já mostrou, serão perdidos. Ele pode voltar a pedir.',
    kind: 'Tipo',
    panel: 'Tela',
    otherPanel: 'Nenhuma destas',
    nameTaken:
      'Já existe um porta-retratos com este nome. Os dois recebem as fotos dele alternadamente.',
    addSize: 'Adicione a largura e a altura ao endereço.',
    connect: 'Conectar',
    qrCode: (text) => `Código QR de ${text}`,
    label: 'Nome visível',
    whichPictures: 'Quais fotos',
    looks: 'Aparência',
    chooseFolder: 'Escolher uma pasta',
    choose: 'Escolher',
    takeAway: 'Remover',
    saved: 'Salvo.',
    refused:
      'Informe as horas de descanso como 22:00-07:00, e uma primeira data que não venha depois da última.',
    show: 'Mostrar',
    showOnFrame: (name) => `Mostrar em “${name}”`,
    showFile: (name) => `Mostrar ${name}`,
    nowShows: (frame, picture) => `“${frame}” mostra ${picture}.`,
    howLong: 'Por quanto tempo',
    hour: 'Por 1 hora',
    fourHours: 'Por 4 horas',
    day: 'Por 1 dia',
    week: 'Por 1 semana',
    always: 'Até a próxima',
    more: 'Mais',
    noneNamed: 'Nenhum porta-retratos tem nome ainda.',
    on: 'Em',
    kinds: {
      browser: {
        label: 'Tablet, celular ou computador',
        todo: 'Escaneie o código ou abra este endereço no navegador.',
      },
      kiosk: {
        label: 'Raspberry Pi com tela',
        todo: 'Inicie isto no Raspberry Pi.',
      },
      esp32: {
        label: 'ESP32 com papel eletrônico',
        todo: 'No esp32-photoframe, faça-o buscar as imagens desta URL.',
      },
      trmnl: {
        label: 'TRMNL, ou um cliente dele no Kindle ou KOReader',
        todo: 'Defina isto como o servidor dele. Ele mesmo informa a tela que tem e aparece aqui depois do primeiro pedido.',
      },
      esphome: {
        label: 'ESPHome ou Inkplate',
        todo: 'Use isto como endereço da imagem.',
      },
      openEPaperLink: {
        label: 'Etiqueta OpenEPaperLink',
        todo: 'Escolha o conteúdo “Image URL” e informe este endereço.',
      },
      homeAssistant: {
        label: 'Home Assistant',
        todo: 'Adicione a integração “Generic Camera” com esta URL de imagem estática.',
      },
      kindle: {
        label: 'Kindle ou outro papel eletrônico com shell',
        todo: 'Execute isto no aparelho a cada 15 minutos.',
      },
    },
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
      'Escolha outro nome: que não esteja em uso, sem < > : " | ? * \\, sem espaço nem ponto no início ou no fim, e não muito longo.',
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
  guests: {
    title: 'Adicione as suas fotos',
    intro: 'Escolha imagens neste dispositivo: serão mostradas na moldura.',
    add: 'Adicionar imagens',
    addMore: 'Adicionar mais',
    thanks: 'Obrigado! As suas imagens chegaram.',
    ended: 'Este link já não funciona ou nunca funcionou. Peça outro.',
    full: 'Este link não aceita mais imagens. Peça outro.',
  },
  invite: {
    action: 'Convidar',
    intro:
      'Quem tiver o link pode adicionar imagens a esta pasta sem palavra-passe, e não vê nenhuma.',
    label: 'Nome do evento',
    days: 'Para quantos dias',
    pictures: 'Para quantas imagens',
    create: 'Criar um link',
    once: 'Guarde o link ou imprima o cartão: só é mostrado desta vez.',
    copy: 'Copiar',
    copied: 'Copiado',
    share: 'Partilhar',
    print: 'Imprimir um cartão',
    card: 'Leia o código e adicione as suas fotos.',
    active: 'Links válidos',
    came: (files, all) => `${files} de ${all} imagens`,
    until: (date) => `até ${date}`,
    end: 'Terminar',
    fromLabel: (label) => `de: ${label}`,
    fromGuests: 'de convidados',
    guests: 'De convidados',
  },
})

export const settings: SettingMessages = {
  folder: { label: 'Da pasta', inWords: 'de {}' },
  exclude: { label: 'Não da pasta', inWords: 'não de {}' },
  orientation: {
    label: 'Orientação',
    choices: {
      '': 'Todas',
      match: 'Como a tela',
      landscape: 'Só horizontais',
      portrait: 'Só verticais',
    },
    inWords: '{}',
  },
  from: { label: 'Tiradas a partir de', inWords: 'a partir de {}' },
  to: { label: 'Tiradas até', inWords: 'até {}' },
  since: {
    label: 'Idade',
    choices: { '': 'Todas', '30d': 'Dos últimos 30 dias', '365d': 'Do último ano' },
    inWords: 'de no máximo {}',
  },
  on: {
    label: 'Dia',
    choices: { '': 'Todos', today: 'Este dia em qualquer ano' },
    inWords: 'de {}',
  },
  days: {
    label: 'Dias em volta',
    choices: { '': 'Nenhum', 1: '1 dia', 3: '3 dias', 7: '7 dias' },
    inWords: '{} dias em volta',
  },
  rating: {
    label: 'Estrelas',
    choices: { '': 'Todas', 3: '3 estrelas ou mais', 4: '4 estrelas ou mais', 5: '5 estrelas' },
    inWords: 'com {} estrelas ou mais',
  },
  favourites: {
    label: 'Favoritas',
    choices: { '': 'Todas as fotos', only: 'Só favoritas' },
    inWords: '{}',
  },
  order: {
    label: 'Ordem',
    choices: {
      '': 'Aleatória',
      newest: 'Mais novas primeiro',
      oldest: 'Mais antigas primeiro',
      name: 'Por nome',
    },
    inWords: '{}',
  },
  new: {
    label: 'Fotos novas',
    choices: { '': 'No lugar delas', first: 'Novas primeiro' },
    inWords: 'novas {}',
  },
  every: {
    label: 'Uma foto nova',
    choices: {
      '': 'A cada pedido',
      '15m': 'A cada 15 minutos',
      '1h': 'A cada hora',
      '6h': 'A cada 6 horas',
      '1d': 'Todo dia',
    },
    inWords: 'uma nova a cada {}',
  },
  seconds: {
    label: 'Tempo de cada foto',
    choices: {
      '': '15 segundos',
      5: '5 segundos',
      30: '30 segundos',
      60: '1 minuto',
      300: '5 minutos',
      3600: '1 hora',
    },
    inWords: '{} segundos',
  },
  layout: {
    label: 'Fotos verticais',
    choices: { '': 'Uma por vez', pair: 'Aos pares' },
    inWords: '{}',
  },
  caption: {
    label: 'Legenda',
    choices: {
      '': 'Nenhuma',
      date: 'A data',
      folder: 'A pasta',
      'date,folder': 'A data e a pasta',
      'date,folder,name': 'A data, a pasta e o nome',
    },
    inWords: 'com {}',
  },
  clock: {
    label: 'Relógio',
    choices: { '': 'Nenhum', on: 'A hora', date: 'A hora e o dia' },
    inWords: 'com relógio ({})',
  },
  zoom: {
    label: 'Movimento',
    choices: { '': 'Nenhum', on: 'Movimento lento' },
    inWords: 'com movimento',
  },
  quiet: { label: 'Horas de descanso', inWords: 'descanso {}' },
  fit: {
    label: 'Ajuste',
    choices: { '': 'A foto inteira', cover: 'Preenche a tela e corta o que sobra' },
    inWords: '{}',
  },
  background: {
    label: 'Em volta da foto',
    choices: { '': 'A própria foto, desfocada', black: 'Preto' },
    inWords: '{} em volta',
  },
}

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
