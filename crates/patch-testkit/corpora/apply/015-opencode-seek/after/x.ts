a
export function processData(input: string) {
  return input.trim()
}
