import { readdirSync, readFileSync } from 'node:fs'
import { ActionIcon, Button, MantineProvider } from '@mantine/core'
import type { MouseEvent, ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { mantineTheme } from './mantine-theme.ts'
import { steadyRoot } from './steady-button.tsx'

const buttonIn = (element: ReactElement) =>
  /<button[^>]*>/.exec(renderToStaticMarkup(<MantineProvider theme={mantineTheme}>{element}</MantineProvider>))?.[0]

test.each([Button, ActionIcon])('a button whose action runs can keep the focus, and says that it is busy', (Kind) => {
  const running = buttonIn(<Kind loading />)
  expect(running).toMatch(/aria-disabled="true"/)
  expect(running).toMatch(/aria-busy="true"/)
  expect(running).not.toMatch(/ disabled/)
  expect(buttonIn(<Kind loading={false} />)).not.toMatch(/disabled|busy/)
})

test('a button that can’t be used is disabled as before, also while an action runs', () => {
  expect(buttonIn(<Button disabled />)).toMatch(/ disabled=""/)
  expect(buttonIn(<Button disabled loading />)).toMatch(/ disabled=""/)
})

test('a press while the action runs neither starts it again nor sends a form', () => {
  const act = vi.fn()
  const press = { preventDefault: vi.fn(), stopPropagation: vi.fn() } as unknown as MouseEvent<HTMLButtonElement>
  steadyRoot({ 'data-loading': true, onClick: act, type: 'submit' }).props.onClick?.(press)
  expect(act).not.toHaveBeenCalled()
  expect(press.preventDefault).toHaveBeenCalled()
  steadyRoot({ onClick: act }).props.onClick?.(press)
  expect(act).toHaveBeenCalledOnce()
})

test('no button names the element that it is, which the theme’s own would replace', () => {
  const folder = new URL('../../', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const naming = files.filter((file) =>
    /<(?:Button|ActionIcon)\s(?:(?!<|\/>)[\s\S])*?\scomponent=/.test(readFileSync(new URL(file, folder), 'utf8')),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(naming).toEqual([])
})
