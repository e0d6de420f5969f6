/**
 * Goes on with a value at once where it is there already, and when it is where it is promised.
 * Each `await` costs a turn of the event loop's queue, which is what a frame's requests are made of.
 */
export function whenDone<Value, Result>(
  value: Value | Promise<Value>,
  goOn: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(goOn) : goOn(value)
}
