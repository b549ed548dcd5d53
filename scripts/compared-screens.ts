import type { Page } from 'playwright-core'
import { listPictures } from './list-pictures.ts'

/** A screen as scripts/compare-pictures.ts takes it. */
export interface Screen {
  name: string
  role: string
  route: string
  /** Steps before the picture. */
  prepare?: (page: Page) => Promise<void>
}

const row = (page: Page) => page.locator('tbody tr[aria-rowindex]').first()

const clickRow = async (page: Page) => {
  await row(page).locator('td, [role="cell"], [role="gridcell"]').nth(1).click()
  await page.waitForTimeout(1500)
}

/** Reading came with a page of its own; until then a click opened the form. */
const editRow = async (page: Page) => {
  await row(page).waitFor()
  await row(page).focus()
  await page.keyboard.press('e')
  await page.waitForTimeout(1500)
}

const press = (key: string) => async (page: Page) => {
  await page.locator('h1').first().waitFor()
  await page.keyboard.press(key)
  await page.waitForTimeout(1000)
}

const opened: readonly Screen[] = [
  { name: 'inbox-item', role: 'Docketing', route: '/inbox-items', prepare: clickRow },
  { name: 'case', role: 'Docketing', route: '/cases', prepare: clickRow },
  { name: 'case-form', role: 'Docketing', route: '/cases', prepare: editRow },
  { name: 'case-new', role: 'Docketing', route: '/cases?id=new' },
  { name: 'matter', role: 'Administrator', route: '/matters', prepare: clickRow },
  { name: 'client', role: 'Administrator', route: '/clients', prepare: clickRow },
  { name: 'timekeeper', role: 'Administrator', route: '/timekeepers', prepare: clickRow },
  { name: 'judge', role: 'Administrator', route: '/judges', prepare: clickRow },
  { name: 'court', role: 'Administrator', route: '/courts', prepare: clickRow },
  { name: 'notification', role: 'Docketing', route: '/ecfx-notification', prepare: clickRow },
  { name: 'document', role: 'Docketing', route: '/documents', prepare: clickRow },
  { name: 'user', role: 'Administrator', route: '/users', prepare: editRow },
  { name: 'role', role: 'Administrator', route: '/security-roles', prepare: editRow },
  { name: 'ethical-wall', role: 'Administrator', route: '/ethical-walls', prepare: editRow },
  { name: 'notification-rule-form', role: 'Administrator', route: '/notification-rule', prepare: editRow },
  { name: 'template', role: 'Administrator', route: '/templates', prepare: editRow },
  { name: 'storage-policy', role: 'Administrator', route: '/storage-policies', prepare: editRow },
  { name: 'palette', role: 'Docketing', route: '/cases', prepare: press('Control+k') },
  { name: 'settings', role: 'Administrator', route: '/settings' },
  { name: 'dashboard', role: 'Manager', route: '/dashboard' },
  { name: 'firm-information', role: 'Administrator', route: '/firm-information' },
  { name: 'dictionary', role: 'Administrator', route: '/dictionary' },
  { name: 'hierarchy', role: 'Administrator', route: '/hierarchy' },
  { name: 'special-handling', role: 'Administrator', route: '/special-handling' },
  { name: 'provider-credentials', role: 'Administrator', route: '/provider-credentials' },
  { name: 'dms', role: 'Administrator', route: '/dms' },
  { name: 'profile', role: 'Docketing', route: '/profile' },
]

/** Every list and every screen that opens from one. */
export const comparedScreens: readonly Screen[] = [
  ...listPictures.map(({ name, role, route }) => ({ name: name.replace('pictures/lists/', ''), role, route })),
  ...opened,
]
