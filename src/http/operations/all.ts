import type { Dependencies } from './dependencies.ts'
import { Operations } from './operation.ts'
import { tokenOperations } from './tokens.ts'

/** All operations, in the order of the document. */
export const allOperations = (dependencies: Dependencies) =>
  new Operations().join(tokenOperations(dependencies))
