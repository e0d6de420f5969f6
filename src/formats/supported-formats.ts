import type { FormatRegistry } from './registry.ts'

/** Debian's package of programs that decode HEIC and AVIF. */
const decoderPackage = 'libheif-examples'

/** Knows which formats can be shown on this system: some take a decoder that it may lack. */
export class SupportedFormats<Type extends string> {
  /** As in a sentence: "JPEG, PNG, GIF or WebP". */
  readonly names: string
  /** What is said of a file of any other format that arrives. */
  readonly unknownFormat: string
  /** Says what to do about pictures of a type that can't be shown; `undefined` where they can. */
  readonly problemOf: (type: Type | undefined) => string | undefined

  constructor(registry: FormatRegistry<Type>, { hasDecoder }: { hasDecoder: boolean }) {
    const isShown = (type: Type) => hasDecoder || !registry.decoderTypes.has(type)
    this.names = registry.listNames(({ type }) => isShown(type))
    this.unknownFormat = `not a ${this.names}`
    this.problemOf = (type) =>
      type === undefined || isShown(type)
        ? undefined
        : `${registry.get(type).name} takes a decoder that is missing: install the package ` +
          `${decoderPackage} and restart the service, or save it as JPEG`
  }
}
