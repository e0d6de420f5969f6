import { expect, test } from 'bun:test'
import { allOrNothing } from '../../src/lib/all-or-nothing.ts'

test('a change that fails takes its steps back, the last one first', async () => {
  const undone: number[] = []
  const failing = allOrNothing(async (onFailure) => {
    for (const step of [1, 2, 3]) {
      onFailure(async () => {
        undone.push(step)
        if (step === 2) throw new Error('this step stays')
      })
    }
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(undone).toEqual([3, 2, 1])
})

test('a change that succeeds keeps its steps', async () => {
  let undone = 0
  const result = await allOrNothing(async (onFailure) => {
    onFailure(async () => (undone += 1))
    return 'done'
  })
  expect([result, undone]).toEqual(['done', 0])
})
