import { adminText } from '../admin-text.tsx'

/** The name of the browser's tab. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} | ${adminText('admin.sidebar.title')}`}</title>
}
