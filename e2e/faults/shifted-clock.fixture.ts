import { readFileSync, writeFileSync } from 'node:fs'

/** Loaded before a server (`--import`): its clock, and with it the embedded database's, goes wrong as a file says. */
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
