import type { Messages } from './en.ts'
import type { SlideshowMessages } from './slideshow-messages.ts'

export const admin = (): Messages => ({
  app: { title: '写真' },
  login: {
    action: 'ログイン',
    password: 'パスワード',
    showPassword: 'パスワードを表示',
    stay: 'ログインしたままにする',
    tryAgainIn: (time) => `${time}後にもう一度お試しください。`,
  },
  errors: {
    wrongPassword: 'パスワードが違います。',
    loggedOut: 'ログアウトしました。もう一度ログインしてください。',
    otherSite:
      'このページは別のサイトのものと判断されました。本来のアドレスで開いてください。プロキシはホスト名をそのまま渡す必要があります。',
    folderGone: 'このフォルダはありません。移動または削除された可能性があります。',
    pictureGone: 'この写真はありません。移動または削除された可能性があります。',
    frameGone: 'このフォトフレームはありません。',
    folderName:
      '別の名前にしてください。< > : " | ? * \\ は使えません。先頭と末尾に空白やピリオドは使えず、長すぎる名前も使えません。',
    noPicture: '表示できる画像ではありません。',
    tooLarge: 'ファイルが大きすぎます。',
    tooMany: '一度に選択できる数を超えています。数を減らしてください。',
    tooManyLogins: 'パスワードの間違いが多すぎます。',
    busy: 'サービスが混み合っています。しばらくしてからもう一度お試しください。',
    disk: 'ディスクが使えません。空きがないか、書き込み禁止か、接続されていない可能性があります。',
    refused: 'この操作はできませんでした。ページを再読み込みして、もう一度お試しください。',
    failed: 'サービスで問題が発生しました。詳しくはログをご覧ください。',
    unexpected: '問題が発生しました。ページを再読み込みしてください。',
    offline: 'サービスが応答しません。同じネットワークに接続しているか確認してください。',
    otherAnswer: (status) =>
      `サービスの代わりに途中の機器が応答しました（ステータス ${status}）。しばらくしてからもう一度お試しください。`,
  },
})

export const slideshow: SlideshowMessages = {
  title: 'フォトフレーム',
  waiting: '{} を待っています…',
  wrong: '認識できません: {}',
  failed: 'サービスに問題があります。ログをご覧ください。',
  noPictures: 'まだ写真がありません',
  noPicturesIn: '{} にはまだ写真がありません',
  none: '設定に合う写真がない場合もあります。',
  open: 'スマホやパソコンで {} を開き、ログインして追加してください。',
  scan: 'スマホやパソコンで {} を開くかコードを読み取り、ログインして追加してください。',
  copy: 'ファイルマネージャーや Samba、rsync で uploads フォルダにコピーすると、数秒で表示されます。',
  send: 'HTTPie で送ることもできます:',
  name: 'フレームの名前',
  save: '保存',
  no: 'いいえ',
  again: 'もう一度お試しください。',
}
