"""An asynchronous Python client that connects to a server, sits down, bets, decides and follows the table.

```python
async with House("http://127.0.0.1:8000") as house:
    await house.guest("Ada")
    async with house.join("dragon-1") as table:
        await table.chips(200_00)
        await table.sit(1)
        await table.bet(1, {"ante": 10_00, "ante_bonus": 10_00})
        await table.ready()
        while (question := await table.question()) is not None:
            await table.decide(question.choices[0])
        print(table.net(1))
```
"""

from croupier.client.house import House
from croupier.client.table import ConnectionLost, Question, Table

__all__ = ["ConnectionLost", "House", "Question", "Table"]
