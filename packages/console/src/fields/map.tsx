import type { CellProps, FieldControl } from './control.ts'
import classes from './fields.module.css'

export const mapControl: FieldControl = { Cell: MapCell, width: 240, text: lineOf }

function MapCell({ value, isFull }: CellProps) {
  return isFull ? <div className={classes.lines}>{linesOf(value).join('\n')}</div> : lineOf(value)
}

function linesOf(value: unknown): string[] {
  return pairsOf(value).map(([name, text]) => `${name}: ${text}`)
}

function lineOf(value: unknown): string {
  return linesOf(value).join(', ')
}

export type Pair = readonly [name: string, text: string]

export function pairsOf(value: unknown): Pair[] {
  return Object.entries((value ?? {}) as Record<string, unknown>).map(([name, text]) => [name, String(text)])
}
