/** The envelope of every JSON answer but a failure. */
export interface Success<T> {
  success: true
  data: T
}

/** A success that changed something, with a sentence for whoever did it. */
export interface Done<T> extends Success<T> {
  message: string
}

export const success = <T>(data: T): Success<T> => ({ success: true, data })

export const done = <T>(data: T, message: string): Done<T> => ({ success: true, message, data })
