import { InvalidArgumentError } from 'commander'

/** Reads a firm's number from a command's option. */
export function readFirmNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is a number such as 1.')
  return Number(text)
}
