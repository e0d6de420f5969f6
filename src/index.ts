import { currentBundle } from './packages/service-bundle.ts'

// Interprets code for longer, as most of a start runs once. The service sets the usual policy after it.
Bun.unsafe.setJITPolicy(8)
// Commands are not in the bundle.
const bundle = process.argv.length > 2 ? undefined : currentBundle()
const modules = () => import('./service.ts')
await (bundle === undefined ? modules() : import(bundle).catch(modules))
