/** Bytes that no other thread shares, as a `Blob` and the system take them. */
export type Bytes = Uint8Array<ArrayBuffer>
