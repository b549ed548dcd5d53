import './ui/theme/styles.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followSession } from './app/follow-session.ts'
import { loadMain, router } from './app/router.tsx'
import { startLanguage } from './i18n/language.ts'
import { loadFirm, showRememberedColours } from './session/firm.ts'
import { getSession } from './session/session-store.ts'
import { dropOtherVersions } from './ui/stored.ts'
import { whenIdle } from './ui/when-idle.ts'

dropOtherVersions()
showRememberedColours()
followSession(router)
// Branding for the log-in page; without it the page shows what this browser remembers.
loadFirm().catch((cause: unknown) => console.warn('The firm could not be loaded.', cause))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')
const page = createRoot(root)
// Nobody is shown a language first that they did not ask for.
void startLanguage().then(() =>
  page.render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  ),
)

// Whoever looks at the log-in page is about to go behind it.
if (!getSession()) whenIdle(() => void loadMain().catch(() => undefined))
