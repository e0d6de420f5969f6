import { ApiError } from '../service/api-error.ts'

/** Formats that a service without a decoder refuses, and that some browsers can decode. */
const convertible = /\.(heic|heif|avifs?)$/i

const quality = 0.92

const gone = () =>
  new ApiError('INVALID_FILE_TYPE', 'This file can’t be read any more. Add it again.')

/**
 * Converts a HEIC or AVIF to JPEG where the service does not take it and the browser can decode it;
 * gives every other file as it is.
 * @throws {ApiError} INVALID_FILE_TYPE with what to do.
 */
export async function prepareFile(file: File, takesHeif: () => Promise<boolean>): Promise<File> {
  // To send a file that has changed or is gone fails like a lost connection.
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => Promise.reject(gone()))
  if (!convertible.test(file.name) || (await takesHeif())) return file
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  const blob = bitmap && (await encode(bitmap))
  if (blob === undefined || blob === null) {
    throw new ApiError(
      'INVALID_FILE_TYPE',
      'This browser can’t convert the picture. Save it as JPEG, or pick it on the phone that took it.',
    )
  }
  const { lastModified } = file
  return new File([blob], file.name.replace(convertible, '.jpg'), {
    type: 'image/jpeg',
    lastModified,
  })
}

async function encode(bitmap: ImageBitmap): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  paint(bitmap, canvas)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

/** Draws a bitmap into a canvas, which gets its size, and frees its memory. */
export function paint(bitmap: ImageBitmap, canvas: HTMLCanvasElement): void {
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
}
