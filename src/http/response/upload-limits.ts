import { pictureFormats } from '../../formats/picture-formats.ts'

/**
 * Says in attributes of a page what uploads the service takes, so that it refuses others before they
 * are sent.
 * @param maxFileSize in bytes.
 */
export function uploadLimits(maxFileSize: number, hasDecoder: boolean): string {
  const accept = pictureFormats.formats
    .filter(({ type }) => hasDecoder || !pictureFormats.decoderTypes.has(type))
    .map(({ mediaType }) => mediaType)
  return `data-max-file-size="${maxFileSize}" data-accept="${accept.join()}"`
}
