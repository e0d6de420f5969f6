import { currentBundle } from './packages/service-bundle.ts'

// Interprets code for longer, as most of a start runs once. The service sets the usual policy after it.
Bun.unsafe.setJITPolicy(8)
await import(currentBundle() ?? './service.ts')
