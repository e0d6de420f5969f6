const targets = ['secret.jpg', 'outside/secret.jpg', 'outside', 'etc/passwd']
const climbs = [
  ['..', '../..', 'trips/../../', 'way/../', '/../', '//../', '....//', '..;/', '..\\', '..%2f'],
  ['..%5c', '%2e%2e/', '%2e%2e%2f', '%252e%252e%252f', '%c0%ae%c0%ae/', '%c0%ae%c0%ae%c0%af'],
  ['%e0%80%ae%e0%80%ae/', '%uff0e%uff0e/', '．．/', '‥/', '..\u2215', '..\0/', '..%00/', '.. /'],
  [' ../', '..\t/', '..\n/', '\ud800../'],
].flat()

/** Names and paths that lead out of a careless service, into trouble, or to what is hidden. */
export const tricks: string[] = [
  climbs.flatMap((climb) => targets.map((target) => climb + target)),
  ['/etc/passwd', 'file:///etc/passwd', 'C:\\boot.ini', '\\\\host\\share'],
  ['~/x', '/proc/self/environ'],
  ['.', '..', '...', '/.', '/..', './', 'trips/.', 'trips/..', 'trips//b.jpg', '%', './trips'],
  ['trips//night', '../..', 'trips/nothing'],
  ['%zz', '%0', '%00', '%ff', '%0a', 'a%00.jpg', 'a.jpg%00', 'a.jpg\0', '\0', 'a\0b'],
  ['x%5cy', 'trips%2fnight'],
  ['a.jpg;x', 'a.jpg;.png', 'trips;x=1', ';', 'a.jpg?x', 'a.jpg#x', '?', '#', '*', '<x>', '"', '|'],
  ['link.jpg', 'dangling.jpg', 'way', 'way/secret.jpg', '.hidden.jpg', 'notes.txt'],
  ['.photo-frame', '@eaDir/a.jpg'],
  ['.photo-frame/rounds.table', '.photo-frame/staging', '@eaDir', '#recycle/x'],
  ['lost+found', '.git'],
  ['a.jpg/b.jpg', 'trips/b.jpg/..', 'trips.', 'trips ', ' trips', 'a.jpg.', 'a.jpg '],
  ['a.jpg::$DATA', 'TRIPS', 'A.jpg', 'tri*', 'trips\n'],
  ['CON', 'nul.jpg', 'COM1', 'aux/x', 'LPT9.png'],
  [
    'x'.repeat(256),
    'é'.repeat(1025),
    'é'.repeat(128),
    '😀'.repeat(64),
    'x/'.repeat(65),
    'x/'.repeat(2000),
    '/'.repeat(3000),
    'x'.repeat(8000),
  ],
  [`x${'/'.repeat(4000)}x`, 'x'.repeat(100_000)],
  ['\u202egpj.exe', '\ufeff', '\u200b', '\u007f', '\u0085', '\ud800', '\udc00.jpg'],
  ['\ufffd', '\u2028'],
  ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '${7*7}', '{{7*7}}', "';--", '$(id)'],
  ['e\u0301té', 'été', '\u1e9b\u0323', 'ﷺ'.repeat(80), '\u0344'.repeat(300), '-rf', '--', '-'],
].flat()
