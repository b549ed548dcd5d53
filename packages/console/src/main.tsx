import './ui/theme/styles.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followSession } from './app/follow-session.ts'
import { loadMain, router } from './app/router.tsx'
import { startLanguage } from './i18n/language.ts'
import { showRememberedColors, startFirm } from './session/firm.ts'
import { getSession } from './session/session-store.ts'
import { prefetch } from './ui/prefetch.ts'
import { dropOtherVersions } from './ui/stored.ts'

dropOtherVersions()
showRememberedColors()
followSession(router)
// Branding for the login page; without it the page shows what this browser remembers.
startFirm(getSession()?.user.id).catch((cause: unknown) => console.warn('The firm could not be loaded.', cause))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')
const page = createRoot(root)
// Renders once the language is known, so that no one briefly sees another one.
void startLanguage().then(() =>
  page.render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  ),
)

// A user on the login page is about to go behind it; a signed-in one needs it now, and the router asks for it only once
// it is rendered. A document opened from an email needs none of it.
if (!getSession()) prefetch(loadMain, 'button')
else if (!location.pathname.startsWith('/public-document/')) void loadMain()
