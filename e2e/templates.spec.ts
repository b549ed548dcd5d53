import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { startFilledConsole } from './filled-console.ts'
import { signIn, until } from './harness.ts'
import { inLongRun } from './in-long-run.ts'
import { sampleOf } from './sample-of.ts'

test.describe.configure({ mode: 'serial' })

const { installation, open } = startFilledConsole()

test.describe('an email template', () => {
  const editor = (page: Page) => page.getByRole('textbox', { name: 'Body' })
  const preview = (page: Page) => page.frameLocator('iframe[title="Email as recipients see it"]').locator('body')
  const kept = async (name: string) => {
    const call = await signIn(installation().url, 'Administrator')
    const found = (await (await call('/api/v1/email_template/search')).json()) as {
      email_templates: { id: string; name: string; subject: string; body: string }[]
    }
    return found.email_templates.find((template) => template.name === name)
  }

  test('is created, filled with placeholders, previewed and saved by keyboard only', async () => {
    const page = await open('/templates')
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await page.getByRole('button', { name: /^New email template/ }).focus()
    await press('Enter')
    await page.waitForURL(/\/templates\/edit\/new/)
    await editor(page).waitFor()
    await page.getByLabel('Name').focus()
    await page.keyboard.type('Told at once')
    await press('Tab')
    await page.keyboard.type('Filed: ')
    await press('Tab')
    await page.keyboard.type('case nam')
    await expect(page.getByRole('option').first()).toHaveText('Case name')
    await press('ArrowDown', 'Enter')
    await until(async () => (await page.getByRole('textbox', { name: 'Subject' }).textContent()) === 'Filed: Case name')
    await editor(page).focus()
    await page.keyboard.type('Dear colleague, see {{ matter.number }} for')
    await press('Control+b')
    await page.keyboard.type(' bold')
    await press('Control+b', 'Enter')
    await page.getByRole('combobox', { name: 'Insert placeholder' }).focus()
    await page.keyboard.type('docum')
    await expect(page.getByRole('option').first()).toHaveText('Documents')
    await press('ArrowDown', 'Enter')
    await until(
      async () =>
        (await editor(page).locator('[data-placeholder]').allTextContents()).join() === 'Matter number,Documents',
    )
    await until(async () => ((await preview(page).textContent()) ?? '').includes('Dear colleague'))
    await until(async () => (await preview(page).locator('li').count()) > 0)
    await press('Control+s')
    await page.waitForURL(/\/templates\/edit\/[0-9a-f]{8}-/)
    const saved = await until(() => kept('Told at once'))
    expect(saved.subject).toBe('Filed: {{ case.name }}')
    expect(saved.body).toBe(
      '<p>Dear colleague, see {{ matter.number }} for<strong> bold</strong></p><p>{{ documents }}</p>',
    )
    await page.getByRole('button', { name: 'Send to me' }).focus()
    await press('Enter')
    await page.getByText(/^Preview sent to .+@.+\.$/).waitFor()
    const mail = (await installation().sandbox.mails()).find(({ subject }) => subject.startsWith('[Preview] Filed: '))
    expect(mail?.text).toContain('Dear colleague, see ')
  })

  test('has a list narrowed down by what was typed before the list was loaded', inLongRun, async () => {
    const page = await open('/templates/edit/new')
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/mantine-choices-*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await editor(page).waitFor()
    const placeholders = page.getByRole('combobox', { name: 'Insert placeholder' })
    await placeholders.focus()
    await page.keyboard.type('case nam')
    held.resolve()
    await expect(page.getByRole('option')).toHaveText(['Case name', 'Filing case name'])
    await expect(placeholders).toHaveValue('case nam')
    await expect(placeholders).toBeFocused()
  })

  test('reports unknown placeholders, is not saved with them, and keeps the draft', async () => {
    const page = await open('/templates')
    await page.getByRole('row', { name: /Told at once/ }).click()
    await page.waitForURL(/\/templates\/edit\//)
    await editor(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' {{ case.nmae }}')
    await page.getByRole('status').getByText('There is no value "case.nmae"').waitFor()
    await expectAccessible(page, 'template with a mistake')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('alert').getByText('case.nmae').waitFor()
    const above = page.getByRole('navigation', { name: 'You are here' })
    await above.getByRole('link', { name: 'Email templates' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await editor(page).click()
    await page.keyboard.press('Control+z')
    await until(async () => (await editor(page).locator('[data-unknown]').count()) === 0)

    await page.getByText('Source', { exact: true }).click()
    const source = page.getByRole('textbox', { name: 'Body' })
    await source.fill('<p>Short: {{ case.name }}</p>')
    await page.getByText('Text', { exact: true }).click()
    await expect.poll(() => editor(page).locator('[data-placeholder]').allTextContents()).toEqual(['Case name'])
    await page.getByText('Dark', { exact: true }).click()
    // The preview may be reloaded at any moment, which a question to its page would not survive.
    await expect(preview(page)).toHaveCSS('background-color', 'rgb(25, 29, 38)')
    await page.getByText('Outlook', { exact: true }).click()
    await until(async () => (await page.locator('iframe').boundingBox())?.width === 640)
    await page.getByText('Phone', { exact: true }).click()
    await until(async () => ((await page.locator('iframe').boundingBox())?.width ?? 999) <= 375)
    await expect(page.locator('iframe')).toHaveAttribute('sandbox', '')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Told at once saved.').waitFor()
    await expect.poll(async () => (await kept('Told at once'))?.body).toBe('<p>Short: {{ case.name }}</p>')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await until(async () => ((await editor(page).textContent()) ?? '').includes('Dear colleague'))
    await expect.poll(async () => (await kept('Told at once'))?.body).toContain('Dear colleague')
  })

  test(
    'of the daily message starts with a default text, keeps its loops in both views, and is previewed for a group',
    inLongRun,
    async () => {
      const page = await open('/templates/edit/new')
      await editor(page).waitFor()
      await page.getByRole('combobox', { name: 'Used for' }).click()
      await page.getByRole('option', { name: 'Daily message' }).click()
      await page.getByRole('button', { name: "Start from Courtcrier's standard text" }).click()
      await page.getByLabel('Name').fill('Our day')
      await editor(page).getByText('For each filing in case filings').waitFor()
      await editor(page).click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type('See you tomorrow, {{ person.name }}')
      await preview(page).getByText('See you tomorrow').waitFor()
      await preview(page).getByText('Open this filing').first().waitFor()
      // While the placeholder is typed, half of it is a problem.
      await page.getByText('Problems').waitFor({ state: 'hidden' })
      await page.getByText('Source', { exact: true }).click()
      const source = page.getByRole('textbox', { name: 'Body' })
      const written = await source.inputValue()
      expect(written.match(/\{%.*?%\}/g)?.filter((tag) => tag.startsWith('{% for '))).toEqual([
        '{% for case in cases %}',
        '{% for filing in case.filings %}',
      ])
      expect(written).toContain('href="{{ filing.url }}"')
      // The text view can't show a list that loops over cases, so it leaves it alone.
      const list = '<ul>{% for case in cases %}<li>{{ case.name }}</li>{% endfor %}</ul>'
      await source.fill(list)
      await page.getByText('Text', { exact: true }).click()
      await page.getByText("This body has content the text view can't show").waitFor()
      await expect(source).toHaveValue(list)
      await expectAccessible(page, 'template of the daily message')
      await source.fill(written)
      await page.getByRole('button', { name: /^Create/ }).click()
      await page.waitForURL(/\/templates\/edit\/[0-9a-f]{8}-/)
      await page.getByRole('button', { name: 'Send to me' }).click()
      await page.getByText(/^Preview sent to .+@.+\.$/).waitFor()

      await page.goto(`${installation().url}/firm-information#delivery`)
      await page.getByRole('combobox', { name: 'Daily message template' }).click()
      await page.getByRole('option', { name: 'Daily summary' }).waitFor()
      await expect(page.getByRole('option', { name: 'Notice of filing' })).toHaveCount(0)
      await page.getByRole('option', { name: 'Our day' }).click()
      // Exactly: the page says that each change is saved right away.
      await page.getByText('Saved.', { exact: true }).waitFor()
      await page.goto(`${installation().url}/preference-groups`)
      await page.getByRole('row', { name: /Attorneys/ }).click()
      await page.getByRole('button', { name: 'Show preview' }).click()
      const group = page.getByRole('region', { name: "Preview tomorrow's daily message" })
      await group.getByText('Template: Our day.').waitFor()
      const person = await group.getByRole('combobox', { name: 'Person' }).inputValue()
      await preview(page).getByText(`See you tomorrow, ${person}`).waitFor()
      await expect(page.locator('iframe')).toHaveAttribute('sandbox', '')
      await expectAccessible(page, 'preview of the daily message')
    },
  )

  test('of a role that may only read it has no tools, and one without templates is denied', inLongRun, async () => {
    const { id } = (await kept('Told at once')) ?? { id: '' }
    const page = await open(`/templates/edit/${id}`, { role: 'Docketing' })
    await page.getByText('Your role can view this but not change it.').waitFor()
    await editor(page).waitFor()
    await expect(page.getByRole('button', { name: 'Bold' })).toHaveCount(0)
    await expect(editor(page)).toHaveAttribute('contenteditable', 'false')
    await page.goto(`${installation().url}/templates/edit/00000000-0000-7000-8000-000000000000`)
    await page.getByText("This template doesn't exist").waitFor()
  })

  for (const [scheme, width] of sampleOf([
    ['light', 1440],
    ['dark', 390],
    ['light', 320],
  ] as const))
    test(`axe finds nothing in ${scheme} at ${width} pixels`, inLongRun, async () => {
      const { id } = (await kept('Told at once')) ?? { id: '' }
      const page = await open(`/templates/edit/${id}`, { isDark: scheme === 'dark', width })
      await editor(page).waitFor()
      await page.getByText(/^With /).waitFor()
      await expectAccessible(page, `template ${scheme} ${width}`)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })
})
