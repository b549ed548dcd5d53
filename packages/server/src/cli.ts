#!/usr/bin/env node
import { runProgram } from './commands/program.ts'

await runProgram(process.argv.slice(2))
