; The app registers the bidyaloy:// scheme at its first start; an update must not remove it.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\bidyaloy"
  ${endIf}
!macroend
