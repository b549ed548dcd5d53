import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../../', import.meta.url))
const styles = fileURLToPath(new URL('../../../../../node_modules/@mantine/core/styles/', import.meta.url))

test('the style sheet of every Mantine component in use is loaded', () => {
  const loaded = ['styles.ts', 'main-styles.ts'].map((name) => readFileSync(`${source}ui/theme/${name}`, 'utf8')).join()
  const used = globSync('**/*.tsx', { cwd: source }).flatMap((file) => {
    const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(readFileSync(source + file, 'utf8')) ?? []
    return names.split(',').map((name) => name.trim())
  })
  const missing = [...new Set(used)].filter(
    (name) => existsSync(`${styles}${name}.layer.css`) && !loaded.includes(`/${name}.layer.css`),
  )
  expect(missing).toEqual([])
})
