import{En as e,On as t,an as n,on as r}from"./parts-NLA2WKWq.js";function i(n,r){return t(e.POST(`/api/v1/flows/check`,{body:{flow:n},signal:r}))}function a(e){return r.setQueryData(n.scenario(e.id),e),r.invalidateQueries({queryKey:[...n.scenarios,`list`]}),e}async function o(n){return a(await t(e.POST(`/api/v1/scenarios`,{body:{flow:n}})))}async function s(n,r){let{id:i,revision:o,name:s,goal:c,packageName:l,steps:u,tags:d,missing:f,problems:p,...m}=n,h={...m,revision:o,flow:r};return a(await t(e.PUT(`/api/v1/scenarios/{id}`,{params:{path:{id:i}},body:h})))}var c={file:`flow.yaml`,files:{"flow.yaml":`appId: com.example.notes
name: New flow
---
- launchApp
`}};export{s as i,i as n,c as r,o as t};