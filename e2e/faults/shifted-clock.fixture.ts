import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Preloaded by a server (`--import`): shifts its clock, and with it the embedded database's, by the amount in a file.
 */
const file = process.env.SHIFTED_CLOCK ?? ''
const Real = Date
let shift = 0

function read(): void {
  shift = Number(readFileSync(file, 'utf8'))
  writeFileSync(`${file}.read`, String(shift))
}

class Shifted extends Real {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) super(Real.now() + shift)
    else super(...(parts as [number]))
  }
  static override now(): number {
    return Real.now() + shift
  }
}

read()
process.on('SIGUSR2', read)
globalThis.Date = Shifted as DateConstructor
