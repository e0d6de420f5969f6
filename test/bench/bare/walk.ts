/** `bun walk.ts FOLDER`: reads a folder and all below it, once. */
import { readdirSync } from 'node:fs'

const [root = ''] = process.argv.slice(2)
console.log(readdirSync(root, { recursive: true, withFileTypes: true }).length)
