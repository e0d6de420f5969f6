/** Throws when the caller is not allowed to change the collection any more. */
export type Permission = () => void
