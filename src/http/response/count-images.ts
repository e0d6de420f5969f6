/** Writes a number of images, such as `1 image`. */
export const countImages = (count: number) => `${count} ${count === 1 ? 'image' : 'images'}`
