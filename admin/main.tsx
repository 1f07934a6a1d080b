// The dashboard's bundle: fills the root that the shell of staff pages leaves empty.
import './admin.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { Notices } from './notices/notices.tsx'
import { queryOptions } from './queries.ts'
import { router } from './router.tsx'
import { SessionProvider } from './session/session.tsx'

const root = document.getElementById('admin-root')
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient(queryOptions)}>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
      <Notices />
    </QueryClientProvider>,
  )
}
