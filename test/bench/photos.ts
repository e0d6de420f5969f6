/** The box that renditions of them fit into. */
export const box = 'width=800&height=480'

const fileHeaderLength = 14
/** `BITMAPV4HEADER`, which has masks for alpha. */
const infoHeaderLength = 108
const headerLength = fileHeaderLength + infoHeaderLength
const bitFields = 3

/** Something as hard to pack as a photo: slow colours under fine noise. */
const photo = (width: number, height: number, isTransparent: boolean) =>
  new Bun.Image(bitmap(width, height, isTransparent))

export const photoJpeg = (width: number, height: number) =>
  photo(width, height, false).jpeg({ quality: 88 }).bytes()

/** @param isTransparent whether it is an oval with a soft edge, and other colours hidden around it. */
export const photoPng = (width: number, height: number, isTransparent: boolean) =>
  photo(width, height, isTransparent).png().bytes()

function bitmap(width: number, height: number, isTransparent: boolean): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(headerLength + width * height * 4)
  file.write('BM')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(headerLength, 10)
  file.writeUInt32LE(infoHeaderLength, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(32, 28)
  file.writeUInt32LE(bitFields, 30)
  const masks = [0xff, 0xff00, 0xff0000, 0xff000000]
  masks.forEach((mask, index) => file.writeUInt32LE(mask, 54 + 4 * index))
  let noise = 1
  for (let at = headerLength, pixel = 0; at < file.length; at += 4, pixel += 1) {
    noise = (noise * 48271) % 2147483647
    const [x, y] = [(pixel % width) / width - 0.5, pixel / width / height - 0.5]
    const shade = 100 + 60 * Math.sin((pixel % width) / 300) + (noise % 24)
    file[at] = (y + 0.5) * 200 + (noise % 16)
    file[at + 1] = shade * 0.8
    file[at + 2] = shade
    file[at + 3] = isTransparent ? Math.max(0, Math.min(255, (0.4 - Math.hypot(x, y)) * 2000)) : 255
  }
  return file
}
