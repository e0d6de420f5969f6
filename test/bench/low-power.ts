import { join } from 'node:path'
import { skipped, type Row } from './report.ts'

/** The command that runs another one with little power. It keeps its process id. */
export const withLowPower = (command: readonly string[]) => [
  'sh',
  join(import.meta.dir, 'low-power.sh'),
  ...command,
]

/** Measures with little power, or gives a row that says why that is not possible. */
export async function onLowPower(
  name: string,
  measure: (power: { wrap: typeof withLowPower }) => Promise<Row[]>,
): Promise<Row[]> {
  const { success } = Bun.spawnSync(withLowPower(['true']), { stderr: 'ignore' })
  return success ? measure({ wrap: withLowPower }) : [skipped(name, 'no control groups')]
}
