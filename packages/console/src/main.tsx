import './ui/theme/styles.ts'
import './i18n/i18n.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followSession } from './app/follow-session.ts'
import { openMain, router } from './app/router.tsx'
import { getFirm, loadFirm } from './session/firm.ts'
import { getSession } from './session/session-store.ts'
import { applyColours } from './ui/theme/apply-colours.ts'
import { whenIdle } from './ui/when-idle.ts'

applyColours(getFirm().primaryColor, document.documentElement.hasAttribute('data-accessible-colours'))
followSession(router)
// Branding for the log-in page; without it the page shows what this browser remembers.
loadFirm().catch((cause: unknown) => console.warn('The firm could not be loaded.', cause))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)

// Whoever looks at the log-in page is about to go behind it.
if (!getSession()) whenIdle(() => void openMain())
