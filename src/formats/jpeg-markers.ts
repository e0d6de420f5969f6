/** What the second bytes of markers say (ITU-T T.81, table B.1). */
export const exifSegment = 0xe1
export const endOfImage = 0xd9
export const startOfScan = 0xda

/** RST0 to RST7, SOI and TEM have no segment behind them (B.1.1.3). */
export const standsAlone = (marker: number) => (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01

/** SOF0 to SOF15, without DHT, JPG and DAC, which share their numbers. */
export const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
