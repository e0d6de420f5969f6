import { onceMore } from '../../once-more.ts'

// They take half of the time.
await onceMore((file) => file.startsWith('admin/pictures/'))
