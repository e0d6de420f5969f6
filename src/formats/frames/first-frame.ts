interface Size {
  width: number
  height: number
}

/** The first frame of an animation, and where on the canvas it lies. Everything is in pixels. */
export interface FirstFrame extends Size {
  /** A still picture of nothing but the frame. */
  file: Blob
  left: number
  top: number
  canvas: Size
}
