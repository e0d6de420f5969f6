import { onceMore } from './once-more.ts'

await onceMore((file) => !file.startsWith('admin/pictures/'))
