import './ui/theme/styles.ts'
import './i18n/i18n.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followSession } from './app/follow-session.ts'
import { router } from './app/router.tsx'
import { getFirm, loadFirm } from './session/firm.ts'
import { applyColours } from './ui/theme/apply-colours.ts'

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
