// The dashboard's entry point: renders into the empty root element of the staff pages' HTML.
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
