/**
 * How long after each answer what is seen is read again, in milliseconds. What other programs change
 * is up to 2 s late in the listing.
 */
const refreshAfter = 2500

/** How many pictures the service looks at that often: it asks the disk for each of them. */
const often = 2000

/** How long after an answer of so many pictures they are read again, in milliseconds. */
export const pauseAfter = (pictures: number) =>
  refreshAfter * Math.max(1, Math.ceil(pictures / often))
