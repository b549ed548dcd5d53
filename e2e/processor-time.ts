import { readdir, readFile } from 'node:fs/promises'
import os from 'node:os'

/** Returns the CPU seconds a process has used so far; `/proc/PID/stat` (proc(5)) counts in hundredths. */
export async function cpuSecondsOf(pid: number): Promise<number> {
  const { user, system } = await readStat(pid)
  return (user + system) / 100
}

/** Returns the same for a process and its children, including those that have ended. */
export async function cpuSecondsOfFamily(pid: number): Promise<number> {
  const names = await readdir('/proc')
  const stats = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((name) => readStat(Number(name))))
  const own = await readStat(pid)
  const living = stats.filter(({ parent }) => parent === pid)
  return [own.user, own.system, own.ended, ...living.map(({ user, system }) => user + system)].reduce(add, 0) / 100
}

/** Returns the CPU seconds of all the machine's cores so far, for any process. */
export function busySeconds(): number {
  const times = os.cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq)
  return times.reduce(add, 0) / 1000
}

/** Reads a process's statistics; a process that has ended counts as no time. */
async function readStat(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The program's name, in parentheses, may contain any character.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const at = (index: number) => Number(fields[index] ?? 0)
  return { parent: at(1), user: at(11), system: at(12), ended: at(13) + at(14) }
}

function add(sum: number, value: number): number {
  return sum + value
}
