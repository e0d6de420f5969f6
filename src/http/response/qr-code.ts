/** Makes a QR code, with what draws it. The library is loaded when somebody wants one, which is rare. */
export async function qrCodeOf(text: string) {
  const [{ generate }, svg] = await Promise.all([import('lean-qr'), import('lean-qr/extras/svg')])
  return { code: generate(text), ...svg }
}
