import type { Messages } from './en.ts'
import type { SlideshowMessages } from './slideshow-messages.ts'

export const admin = (): Messages => ({
  app: { title: '照片' },
  login: {
    action: '登录',
    password: '密码',
    showPassword: '显示密码',
    stay: '保持登录状态',
    tryAgainIn: (time) => `请在 ${time}后重试。`,
  },
  errors: {
    wrongPassword: '密码错误。',
    loggedOut: '你已退出登录，请重新登录。',
    otherSite: '服务认为此页面来自其他网站。请用它自己的地址打开；代理必须传递主机名。',
    folderGone: '没有这个文件夹，可能已被移动或删除。',
    pictureGone: '没有这张照片，可能已被移动或删除。',
    frameGone: '没有这个相框。',
    folderName: '请换一个名称：不能含有 < > : " | ? * \\，开头和结尾不能是空格或句点，也不能太长。',
    noPicture: '这不是可以显示的图片。',
    tooLarge: '文件太大。',
    tooMany: '一次选择得太多，请少选一些。',
    tooManyLogins: '密码错误次数过多。',
    busy: '服务正忙，请稍后重试。',
    disk: '磁盘无法使用：可能已满、被写保护或未连接。',
    refused: '服务无法执行此操作。请重新加载页面后再试。',
    failed: '服务出错，详情见其日志。',
    unexpected: '出错了，请重新加载页面。',
    offline: '服务没有响应。请检查你是否在它的网络中。',
    otherAnswer: (status) => `途中有其他设备代替服务作出了响应（状态 ${status}）。请稍后重试。`,
  },
})

export const slideshow: SlideshowMessages = {
  title: '电子相框',
  waiting: '正在等待 {} …',
  wrong: '无法识别：{}',
  failed: '服务出现问题，详情见其日志。',
  noPictures: '还没有照片',
  noPicturesIn: '{} 中还没有照片',
  none: '或者没有符合此相框设置的照片。',
  open: '在手机或电脑上打开 {}，登录后即可添加。',
  scan: '在手机或电脑上打开 {}，或扫描二维码，登录后即可添加。',
  copy: '也可以用文件管理器、Samba 或 rsync 把照片复制到 uploads 文件夹，几秒钟后就会显示。',
  send: '也可以用 HTTPie 发送：',
  name: '相框名称',
  save: '保存',
  no: '不用',
  again: '请重试。',
}
