/**
 * Speaks to systemd, where it has started this process (sd_notify(3)): messages to a socket that
 * takes datagrams, which Bun's own modules can't send.
 * @param socket what `NOTIFY_SOCKET` holds: a path, or the name of an abstract socket after `@`.
 * @returns a function that sends one message, such as `STATUS=…`; it never fails.
 */
export async function serviceManager(socket: string): Promise<(message: string) => void> {
  const { dlopen } = await import('bun:ffi')
  const { symbols } = dlopen('libc.so.6', {
    socket: { args: ['int', 'int', 'int'], returns: 'int' },
    sendto: { args: ['int', 'buffer', 'usize', 'int', 'buffer', 'u32'], returns: 'i64' },
  })
  // The values are those of Linux on all of its processors that Bun runs on (unix(7)).
  const [unix, datagram, closeOnExec, dontWait] = [1, 2, 0o2_000_000, 0x40]
  const address = Buffer.concat([Buffer.from([unix, 0]), Buffer.from(socket.replace(/^@/, '\0'))])
  const descriptor = symbols.socket(unix, datagram + closeOnExec, 0)
  return (message) => {
    const bytes = Buffer.from(message)
    symbols.sendto(descriptor, bytes, bytes.length, dontWait, address, address.length)
  }
}
