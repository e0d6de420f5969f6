import { loadBundle } from './packages/service-bundle.ts'

// Interprets code for longer, as most of a start runs once. The service sets the usual policy after it.
Bun.unsafe.setJITPolicy(8)
// Commands are not in the bundle.
const bundled = process.argv.length > 2 ? undefined : await loadBundle()
const { run } = bundled ?? (await import('./service.ts'))
await run()
